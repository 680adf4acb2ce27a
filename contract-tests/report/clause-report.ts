/** Derives the verdict on each clause from all findings of a run. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { shortenMiddle } from "../../spec/shorten.ts";
import type { Finding, StepResult, Violation } from "../run/assertions/finding.ts";
import type { Coverage } from "../run/session/coverage.ts";
import { STEPS } from "../run/steps/index.ts";
import type { AnswerCounts } from "./answer-counts.ts";
import { proofEvidence } from "./evidence.ts";
import { headlines, type StatedClause } from "./headlines.ts";
import { type ExcuseTest, frequencyOf, placesOf, shownViolation } from "./places.ts";
import type { ClauseReport } from "./schema.ts";

/** The last resort, if nothing in the run gives a reason. */
const NOT_SHOWN = "No answer of this run shows whether it holds.";

/** The basis of the verdict on a clause, besides the findings. */
interface ClauseContext {
  /** Why a clause has no finding. Default: derived from the clause's steps. */
  readonly unproven?: string | undefined;
  /** Why the run judged nothing, or only a part. */
  readonly why?: string | undefined;
  readonly broken: readonly { readonly check: string; readonly why: string }[];
  readonly answers: AnswerCounts;
  readonly excuses: ExcuseTest;
  /** How much of each clause the run tried. */
  readonly coverage?: Coverage | undefined;
}

/** The verdict on a clause, with its evidence. */
type ClauseJudgement = Pick<ClauseReport, "verdict"> & Partial<ClauseReport>;

export function clauseReports(
  asked: readonly StatedClause[],
  results: readonly StepResult[],
  run: ClauseContext,
): readonly ClauseReport[] {
  const findings = results.flatMap((result) => result.findings);
  const violated = findings.filter((one) => one.kind === "violated");
  const follows = headlines(asked, violated);
  return asked.map(({ needs: _needs, binds: _binds, ...clause }) => {
    const { id } = clause;
    const own = findings.filter((one) => "clause" in one && one.clause === id);
    const violations = violated.filter((one) => one.clause === id);
    const followsFrom = follows.get(id);
    const tried = run.coverage?.of(id);
    return {
      ...clause,
      ...(violations.length > 0
        ? describeViolations(violations, run)
        : judgeWithoutViolation(own, run.unproven ?? reasonWithoutFinding(id, results, run))),
      ...(followsFrom !== undefined && { followsFrom }),
      ...(tried !== undefined && { tried }),
    };
  });
}

/** Shows one violation of a clause, with the places of all. */
function describeViolations(violations: readonly Violation[], run: ClauseContext): ClauseJudgement {
  const first = shownViolation(violations, run.excuses);
  const { clause, why, proof, detail } = first;
  const { expected, received } = detail;
  const places = placesOf(clause, violations, run);
  return {
    verdict: "violated",
    why: `${why}${frequencyOf(first, places)}`,
    ...(expected !== undefined && { expected: shortenMiddle(expected) }),
    ...(received !== undefined && { received: shortenMiddle(received) }),
    ...(places.length > 0 && { places }),
    evidence: proofEvidence(proof, detail),
  };
}

/**
 * `reason` tells why there is no finding. A finding that is unproven only in part does not outweigh
 * a held one.
 */
function judgeWithoutViolation(
  own: readonly Finding[],
  reason: string | undefined,
): ClauseJudgement {
  const gaps = own.filter((finding) => finding.kind === "unproven");
  const names = gaps.flatMap((finding) => finding.notTried ?? []);
  const notTried = [...new Set(names)].map((name) => {
    const count = names.filter((one) => one === name).length;
    return count > 1 ? `${count} ${name}` : name;
  });
  const more = notTried.length > 0 ? { notTried } : {};

  const whole = gaps.find((finding) => finding.notTried === undefined);
  if (whole !== undefined) return { verdict: "unproven", why: whole.why, ...more };
  if (own.some(({ kind }) => kind === "held")) return { verdict: "held", ...more };
  return { verdict: "unproven", why: reason ?? gaps[0]?.why ?? NOT_SHOWN, ...more };
}

/**
 * Returns what stopped the steps of a clause: the end of the run, a fault of ours, or a finding on
 * another clause.
 */
function reasonWithoutFinding(
  clause: ClauseId,
  results: readonly StepResult[],
  { why, broken }: ClauseContext,
): string | undefined {
  const steps = STEPS.filter(({ clauses }) => clauses.includes(clause)).map(({ id }) => id);
  const last = results.at(-1)?.step;
  const end = why ?? broken.find(({ check }) => check === (last ?? "target"))?.why;
  const isOver = (id: string) => id !== last && results.some(({ step }) => step === id);
  if (end !== undefined && (steps.length === 0 || !steps.every(isOver)))
    return `The run ended ${last === undefined ? "before its first step" : `at \`${last}\``}: ${end}`;
  const failed = broken.find(({ check }) => steps.includes(check));
  if (failed !== undefined)
    return `\`${failed.check}\` did not finish, which does not count against the deployment: ${failed.why}`;

  // Any answer may prove a clause that has no step of its own. The last step has the findings of
  // the run as a whole.
  const isOwn = (step: string) => steps.length === 0 || steps.includes(step);
  const own = results.filter(({ step }) => isOwn(step)).flatMap(({ findings }) => findings);
  const findings = [...own, ...(results.at(-1)?.findings ?? [])];
  const violation = findings.find((one) => one.kind === "violated");
  if (violation !== undefined)
    return `\`${violation.clause}\` was violated before this could be seen.`;
  if (steps.length === 0) return undefined;
  const gap = findings
    .filter((one) => one.kind === "unproven")
    .find(({ notTried }) => notTried === undefined);
  return gap?.why;
}
