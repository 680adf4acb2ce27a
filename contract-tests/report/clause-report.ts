/** The verdict on each clause, by all findings of a run. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { shortenMiddle } from "../../spec/shorten.ts";
import type { Finding, StepResult, Violation } from "../run/assertions/finding.ts";
import type { Coverage } from "../run/session/coverage.ts";
import { STEPS } from "../run/steps/index.ts";
import type { Answers } from "./answers.ts";
import { proofEvidence } from "./evidence.ts";
import { headlines, type StatedClause } from "./headlines.ts";
import { type Excuses, frequencyOf, placesOf, shownViolation } from "./places.ts";
import type { ClauseReport } from "./schema.ts";

/** The reason that is left where nothing in the run says why. */
const NOT_SHOWN = "No answer of this run shows whether it holds.";

/** The basis of the verdict on a clause, besides the findings. */
interface ClauseContext {
  /** Why a clause has no finding. Default: what happened in its steps. */
  readonly unproven?: string | undefined;
  /** Why the run has judged nothing, or not all. */
  readonly why?: string | undefined;
  readonly broken: readonly { readonly check: string; readonly why: string }[];
  readonly answers: Answers;
  readonly excuses: Excuses;
  /** What the run has sent for each clause. */
  readonly coverage?: Coverage | undefined;
}

/** What the findings on a clause say of it. */
type Judgement = Pick<ClauseReport, "verdict"> & Partial<ClauseReport>;

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

/** Shows one violation of a clause, and says where all of them are. */
function describeViolations(violations: readonly Violation[], run: ClauseContext): Judgement {
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

/** `reason`: why there is no finding. What was not tried alone leaves the verdict to what was. */
function judgeWithoutViolation(own: readonly Finding[], reason: string | undefined): Judgement {
  const skipped = own.filter((finding) => finding.kind === "skipped");
  const names = skipped.flatMap((finding) => finding.notTried ?? []);
  const notTried = [...new Set(names)].map((name) => {
    const count = names.filter((one) => one === name).length;
    return count > 1 ? `${count} ${name}` : name;
  });
  const more = notTried.length > 0 ? { notTried } : {};
  const whole = skipped.find((finding) => finding.notTried === undefined);
  const unproven = own.find((finding) => finding.kind === "unproven");
  if (whole !== undefined) return { verdict: "skipped", why: whole.why, ...more };
  if (unproven !== undefined) return { verdict: "unproven", why: unproven.why, ...more };
  if (own.some(({ kind }) => kind === "held")) return { verdict: "held", ...more };
  const [part] = skipped;
  if (reason === undefined && part !== undefined)
    return { verdict: "skipped", why: part.why, ...more };
  return { verdict: "unproven", why: reason ?? NOT_SHOWN, ...more };
}

/** Says what kept the steps of a clause from it: the end of the run, a fault of ours, or a finding on another clause. */
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

  // Any answer may show a clause without a step of its own. The last step has what the whole run shows.
  const isOwn = (step: string) => steps.length === 0 || steps.includes(step);
  const own = results.filter(({ step }) => isOwn(step)).flatMap(({ findings }) => findings);
  const findings = [...own, ...(results.at(-1)?.findings ?? [])];
  const violation = findings.find((one) => one.kind === "violated");
  if (violation !== undefined)
    return `\`${violation.clause}\` was violated before this could be seen.`;
  if (steps.length === 0) return undefined;
  const gap =
    findings.find((one) => one.kind === "unproven") ??
    findings.find((one) => one.kind === "skipped" && one.notTried === undefined);
  return gap !== undefined && "why" in gap ? gap.why : undefined;
}
