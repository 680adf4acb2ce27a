/** The words and signs that all formats share, so that a run reads the same everywhere. */
import { type Area, SILENCES } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import type { Verdict } from "../assertions/finding.ts";
import { isPartial, withVerdict } from "./queries.ts";
import type { ClauseReport, Report } from "./report.ts";

export const AREA_TITLES: Readonly<Record<Area, string>> = {
  auth: "Authentication",
  list: "Listing",
  order: "The fields of an Order",
  cancel: "Cancelling",
  errors: "Errors and bodies",
  versioning: "Versioning",
  pets: "The deprecated pets operation",
};

export const SIGNS: Readonly<Record<Verdict, string>> = { held: "✓", violated: "✗", unproven: "?", withheld: "–" };

/** The result of a run, to follow the name of the target. A run that did not prove every clause says so. */
export function resultText(report: Report): string {
  if (report.verdict === "violates") return "violates the contract";
  if (report.verdict === "not-judged") return "was not judged";
  const unproven = report.clauses.filter(({ verdict }) => verdict !== "held").length;
  if (unproven === 0) return isPartial(report) ? "conforms in what was asked for" : "conforms to the contract";
  return unproven === report.clauses.length
    ? "was not proven to hold any clause"
    : `violates no clause, ${unproven} not proven`;
}

export type Outcome = "pass" | "fail" | "inconclusive";

/** A run that conforms and proves nothing is inconclusive. */
export function outcomeOf(report: Report): Outcome {
  if (report.verdict === "violates") return "fail";
  return report.verdict === "conforms" && withVerdict(report, "held").length > 0 ? "pass" : "inconclusive";
}

/** `1 violated`, `28 held`, …: by weight, without zeros. */
export function verdictCounts(report: Report): string[] {
  const counts = [
    ...(["violated", "held", "withheld", "unproven"] as const).map(
      (verdict) => [withVerdict(report, verdict).length, verdict] as const,
    ),
    [report.advice.length, "advice"] as const,
  ];
  return counts.flatMap(([count, label]) => (count === 0 ? [] : [`${count} ${label}`]));
}

/** What a clause is about: `DELETE /store/orders/{orderId} → 409`; shorter when it is about more than one operation or status. */
export function operationText({ operation, status }: ClauseReport): string {
  const request = operation === undefined ? [] : [`${OPERATIONS[operation].method} ${OPERATIONS[operation].path}`];
  return [...request, ...(status === undefined ? [] : [status])].join(" → ");
}

/** What an answer to a silence means, where it is one of the catalogue's. */
export function answerMeaning(silence: string, answer: string): string | undefined {
  const answers: Readonly<Record<string, string>> = SILENCES.find(({ id }) => id === silence)?.answers ?? {};
  return Object.hasOwn(answers, answer) ? answers[answer] : undefined;
}
