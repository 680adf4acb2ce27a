/** The verdict on each clause, by all findings of a run. */
import type { Clause, ClauseId } from "../../spec/clauses/index.ts";
import { shortenMiddle } from "../../spec/shorten.ts";
import type { Finding, StepResult, Verdict, Violation } from "../assertions/finding.ts";
import type { Coverage } from "../session/coverage.ts";
import { STEPS } from "../steps/index.ts";
import type { Answers } from "./answers.ts";
import { proofEvidence } from "./evidence.ts";
import { headlines } from "./headlines.ts";
import { type Excuses, frequencyOf, newFirst, placesOf } from "./places.ts";
import type { ClauseReport } from "./schema.ts";

type StatedClause = Clause & { readonly id: ClauseId };

/** The worst first: of all clauses of an operation and a status, it is the verdict. */
export const BY_SEVERITY: readonly Verdict[] = ["violated", "skipped", "unproven", "held"];

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

export function clauseReports(
  asked: readonly StatedClause[],
  results: readonly StepResult[],
  run: ClauseContext,
): readonly ClauseReport[] {
  const findings = results.flatMap((result) => result.findings);
  const violated = asked
    .map((clause) => ({ ...clause, findings: violationsOf(clause.id, findings) }))
    .filter((clause) => clause.findings.length > 0);
  const follows = headlines(violated);
  return asked.map((clause) => {
    const reason = run.unproven ?? reasonWithoutFinding(clause.id, results, run);
    const followsFrom = follows.get(clause.id);
    const tried = run.coverage?.of(clause.id);
    return {
      ...reportClause(clause, findings, run, reason),
      ...(followsFrom !== undefined && { followsFrom }),
      ...(tried !== undefined && { tried }),
    };
  });
}

function violationsOf(id: ClauseId, findings: readonly Finding[]): readonly Violation[] {
  return findings.flatMap((one) => (one.kind === "violated" && one.clause === id ? [one] : []));
}

function reportClause(
  { needs: _needs, binds: _binds, ...stated }: StatedClause,
  findings: readonly Finding[],
  { answers, excuses }: ClauseContext,
  reason: string | undefined,
): ClauseReport {
  const own = findings.filter((finding) => "clause" in finding && finding.clause === stated.id);
  const violations = newFirst(violationsOf(stated.id, findings), excuses);
  const [violation] = violations;
  if (violation !== undefined) {
    const { why, proof, detail } = violation;
    const { expected, received } = detail;
    const places = placesOf(stated.id, violations, answers, excuses);
    return {
      ...stated,
      verdict: "violated",
      why: `${why}${frequencyOf(violations, places)}`,
      ...(expected !== undefined && { expected: shortenMiddle(expected) }),
      ...(received !== undefined && { received: shortenMiddle(received) }),
      ...(places.length > 0 && { places }),
      evidence: proofEvidence(proof, detail),
    };
  }

  // What was not tried alone leaves the verdict to what was.
  const skipped = own.filter((finding) => finding.kind === "skipped");
  const names = skipped.flatMap((finding) => finding.notTried ?? []);
  const notTried = [...new Set(names)].map((name) => {
    const count = names.filter((one) => one === name).length;
    return count > 1 ? `${count} ${name}` : name;
  });
  const more = notTried.length > 0 ? { notTried } : {};
  const whole = skipped.find((finding) => finding.notTried === undefined);
  const unproven = own.find((finding) => finding.kind === "unproven");
  if (whole !== undefined) return { ...stated, verdict: "skipped", why: whole.why, ...more };
  if (unproven !== undefined) return { ...stated, verdict: "unproven", why: unproven.why, ...more };
  if (own.some(({ kind }) => kind === "held")) return { ...stated, verdict: "held", ...more };
  const [part] = skipped;
  if (reason === undefined && part !== undefined)
    return { ...stated, verdict: "skipped", why: part.why, ...more };
  return { ...stated, verdict: "unproven", why: reason ?? NOT_SHOWN, ...more };
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
  const violation = findings.find(({ kind }) => kind === "violated");
  if (violation?.kind === "violated")
    return `\`${violation.clause}\` was violated before this could be seen.`;
  if (steps.length === 0) return undefined;
  const gap =
    findings.find((one) => one.kind === "unproven") ??
    findings.find((one) => one.kind === "skipped" && one.notTried === undefined);
  return gap !== undefined && "why" in gap ? gap.why : undefined;
}
