/** What the formats select from a report: clauses by verdict, what was not proven and why, expected and received. */
import { CLAUSES } from "../../spec/clauses/index.ts";
import { isOptionalClause } from "../../spec/schema/fields.ts";
import type { Verdict } from "../assertions/finding.ts";
import type { ClauseReport, Report } from "./report.ts";

export function withVerdict(report: Report, verdict: Verdict): readonly ClauseReport[] {
  return report.clauses.filter((clause) => clause.verdict === verdict);
}

/** Whether any clause was held or violated. Without that, a list of what was not observed says nothing. */
export function wasJudged(report: Report): boolean {
  return report.clauses.some(({ verdict }) => verdict === "held" || verdict === "violated");
}

/** Whether the run was for some clauses only (`--only`): then the silences that it did not observe are not missing. */
export function isPartial(report: Report): boolean {
  return CLAUSES.some(({ id }) => !isOptionalClause(id) && !report.clauses.some((clause) => clause.id === id));
}

interface UnprovenGroup {
  readonly verdict: "withheld" | "unproven";
  readonly why: string;
  readonly clauses: readonly ClauseReport[];
}

/** The clauses that were not proven, grouped by what would prove them. */
export function unprovenGroups(report: Report): readonly UnprovenGroup[] {
  return (["withheld", "unproven"] as const).flatMap((verdict) => {
    const clauses = withVerdict(report, verdict);
    const reasons = [...new Set(clauses.map(({ why = "" }) => why))];
    return reasons.map((reason) => ({
      verdict,
      why: reason,
      clauses: clauses.filter(({ why = "" }) => why === reason),
    }));
  });
}

/** Without the received value where the clause's own sentence holds it. */
export function expectedAndReceived({
  why,
  expected,
  received,
}: ClauseReport): [name: "expected" | "received", value: string][] {
  const isInSentence = expected === undefined && received !== undefined && why?.includes(received) === true;
  return [
    ...(expected === undefined ? [] : [["expected", expected] as ["expected", string]]),
    ...(received === undefined || isInSentence ? [] : [["received", received] as ["received", string]]),
  ];
}
