/** The result of a check as the outcome of its test: a failure message, a reason to skip, annotations and attachments. */
import { CLAUSES } from "../../spec/clauses/index.ts";
import type { Evidence, Finding } from "../assertions/finding.ts";
import type { Check } from "../checks/check.ts";
import { CHECKS } from "../checks/index.ts";
import type { CheckResult } from "../report/evidence.ts";
import type { WorkerResult } from "./shared-run.ts";

/**
 * The findings without the violations that have failed the test of another check before; these are annotations. The test of the check that
 * is there for the clause, the first of its clauses, fails in any case.
 */
export function ownFindings(
  check: Check,
  result: CheckResult,
  resultOf: (check: string) => CheckResult | undefined,
): { readonly own: CheckResult; readonly byTheWay: readonly { type: string; description: string }[] } {
  const place = CHECKS.findIndex(({ id }) => id === check.id);
  const isElsewhere = (finding: Violation): boolean =>
    check.clauses[0] !== finding.clause &&
    CHECKS.filter(({ clauses }, at) => at < place || (at > place && clauses[0] === finding.clause)).some(({ id }) =>
      resultOf(id)?.findings.some((other) => other.kind === "violated" && other.clause === finding.clause),
    );
  const isOwn = (finding: Finding): boolean => finding.kind !== "violated" || !isElsewhere(finding);
  return {
    own: { ...result, findings: result.findings.filter(isOwn) },
    byTheWay: result.findings.flatMap((finding) =>
      finding.kind === "violated" && isElsewhere(finding)
        ? [{ type: "violation", description: `${finding.clause}: ${finding.why}` }]
        : [],
    ),
  };
}

type Violation = Extract<Finding, { readonly kind: "violated" }>;

/** The violated clauses with their evidence and curl lines; undefined when no clause is violated. */
export function violationMessage({ findings }: CheckResult): string | undefined {
  const parts = findings.flatMap((finding) => {
    if (finding.kind !== "violated") return [];
    const { clause, why, expected, received, evidence } = finding;
    const lines = [
      `${clause}: ${CLAUSES.find(({ id }) => id === clause)?.statement ?? ""}`,
      why,
      ...(expected === undefined ? [] : [`expected  ${expected}`]),
      ...(received === undefined ? [] : [`received  ${received}`]),
      ...evidence.map(quote),
    ];
    return [lines.join("\n")];
  });
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

/** The clauses that were not proven; undefined when there are none. */
export function notProvenMessage(result: CheckResult): string | undefined {
  const lines = notProven(result).map(({ clause, why }) => `${clause}: ${why}`);
  return lines.length === 0 ? undefined : `Not proven.\n${lines.join("\n")}`;
}

/** Why the check has proven nothing; undefined when a clause is held. */
export function reasonToSkip(result: CheckResult): string | undefined {
  return result.findings.some(({ kind }) => kind === "held") ? undefined : notProven(result)[0]?.why;
}

export function annotationsOf(
  result: Pick<WorkerResult, "findings" | "notTried">,
): { type: string; description: string }[] {
  const remarks = result.notTried.flatMap(({ entries }) => entries);
  return [
    ...result.findings.flatMap((finding) => {
      if (finding.kind === "advice") return [{ type: "advice", description: finding.why }];
      return isNotProven(finding) ? [{ type: finding.kind, description: `${finding.clause}: ${finding.why}` }] : [];
    }),
    ...remarks.map(({ id, why }) => ({ type: id, description: why })),
  ];
}

/** The evidence of all findings; empty when there is none. */
export function evidenceText({ findings }: CheckResult): string {
  const parts = findings.flatMap((finding) =>
    "evidence" in finding && finding.evidence.length > 0
      ? [[finding.why, ...finding.evidence.map(quote)].join("\n")]
      : [],
  );
  return parts.join("\n\n");
}

type NotProven = Extract<Finding, { readonly kind: "unproven" | "withheld" }>;

function isNotProven(finding: Finding): finding is NotProven {
  return finding.kind === "unproven" || finding.kind === "withheld";
}

function notProven({ findings }: CheckResult): NotProven[] {
  return findings.filter(isNotProven);
}

function quote({ request, response, curl }: Evidence): string {
  const lines = [...request.split("\n"), "", ...response.split("\n")];
  return `\n${lines.map((line) => `  | ${line}`).join("\n")}\n  ${curl}`;
}
