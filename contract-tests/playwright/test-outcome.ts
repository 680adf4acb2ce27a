/** The result of a check as the outcome of its test. */
import { CLAUSES } from "../../spec/clauses/index.ts";
import type { Finding } from "../assertions/finding.ts";
import type { Check } from "../checks/check.ts";
import { CHECKS } from "../checks/index.ts";
import { type CheckResult, violationText } from "../report/evidence.ts";
import { problemWith } from "../run/run-all.ts";
import type { WorkerResult } from "./shared-run.ts";

interface Annotation {
  readonly type: string;
  readonly description: string;
}

/** `resultOf` gives the results of the other checks that have run. */
export function testOutcome(
  check: Check,
  result: WorkerResult,
  resultOf: (check: string) => CheckResult | undefined,
  { requireProven = false }: { readonly requireProven?: boolean | undefined },
) {
  const { findings, notTried } = result;
  const violations = findings.filter((finding) => finding.kind === "violated");
  const byTheWay = violations.filter((violation) => isElsewhere(violation, check, resultOf));
  const own = violations.filter((violation) => !byTheWay.includes(violation));
  const notProven = findings.flatMap((finding) =>
    finding.kind === "unproven" || finding.kind === "withheld" ? [finding] : [],
  );
  const missing = ["Not proven.", ...notProven.map(({ clause, why }) => `${clause}: ${why}`)].join("\n");
  return {
    /** Why the test fails: the violated clauses with their evidence and curl lines, or what is wrong with the check. */
    failure:
      own.map((violation) => `${statementOf(violation)}\n${violationText(violation)}`).join("\n\n") ||
      (problemWith(result) ?? (requireProven && notProven.length > 0 ? missing : undefined)),
    /** Why nothing was proven; undefined when a clause is held. */
    reasonToSkip: findings.some(({ kind }) => kind === "held") ? undefined : notProven[0]?.why,
    annotations: [
      ...findings.flatMap(annotationOf),
      ...notTried.flatMap(({ entries }) => entries).map(({ id, why }) => ({ type: id, description: why })),
      ...byTheWay.map(({ clause, why }) => ({ type: "violation", description: `${clause}: ${why}` })),
    ] satisfies Annotation[],
    evidence: findings
      .flatMap((finding) => ("evidence" in finding && finding.evidence.length > 0 ? [finding] : []))
      .map(({ why, evidence }) => violationText({ why, evidence }))
      .join("\n\n"),
  };
}

type Violation = Extract<Finding, { readonly kind: "violated" }>;

const statementOf = ({ clause }: Violation): string =>
  `${clause}: ${CLAUSES.find(({ id }) => id === clause)?.statement ?? ""}`;

/**
 * Whether a violation has failed the test of another check before; here it is an annotation. The test of the check that is there for the
 * clause, the first of its clauses, fails in any case.
 */
function isElsewhere(
  { clause }: Violation,
  check: Check,
  resultOf: (check: string) => CheckResult | undefined,
): boolean {
  if (check.clauses[0] === clause) return false;
  const place = CHECKS.findIndex(({ id }) => id === check.id);
  return CHECKS.filter(({ clauses }, at) => at < place || (at > place && clauses[0] === clause)).some(({ id }) =>
    resultOf(id)?.findings.some((other) => other.kind === "violated" && other.clause === clause),
  );
}

function annotationOf(finding: Finding): Annotation[] {
  if (finding.kind === "advice") return [{ type: "advice", description: finding.why }];
  if (finding.kind !== "unproven" && finding.kind !== "withheld") return [];
  return [{ type: finding.kind, description: `${finding.clause}: ${finding.why}` }];
}
