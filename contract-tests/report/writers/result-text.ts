/** What a report says of the run as a whole: its result, how it was made, and the last line. */
import { CLAUSES } from "../../../spec/clauses/index.ts";
import { isOptionalClause } from "../../../spec/schema/fields.ts";
import { placeText } from "../../run/assertions/place.ts";
import type { ClauseReport, Report } from "../schema.ts";
import type { Tone } from "./marks.ts";

/** A run that did not prove every clause says so. */
export function resultText(report: Report): string {
  if (report.verdict === "violates") return "violates the contract";
  if (report.verdict === "not-judged") return "was not judged";
  if (report.exitCode !== 0) return "fails the rules of this run";
  if (report.verdict === "known-violations") return "has no new violation";
  const unproven = report.clauses.filter(({ verdict }) => verdict !== "held").length;
  if (unproven > 0) return `violates no clause, ${unproven} not proven`;
  return isPartial(report) ? "conforms (selected clauses only)" : "conforms to the contract";
}

/** A run that has proven nothing is no pass. */
export function toneOf({ verdict, exitCode, clauses }: Report): Tone {
  if (exitCode === 1 || exitCode === 4) return "bad";
  if (verdict === "known-violations") return "good";
  const isPass = verdict === "conforms" && clauses.some((one) => one.verdict === "held");
  return isPass ? "good" : "open";
}

type Mode = NonNullable<Report["mode"]>;

const IDS: Readonly<Record<Mode["ids"], string>> = {
  none: "Without orders: no order was touched.",
  provided: "With the orders that were provided.",
  disposable: "Disposable: listed orders may have been cancelled.",
};

/** Which kind of run it was. Empty for traffic. */
export function modeText({ mode }: Report): string {
  if (mode === undefined) return "";
  const { ids, thorough, readOnly } = mode;
  if (readOnly) return "Read-only: GET, HEAD and OPTIONS alone; no order was touched.";
  return thorough ? `${IDS[ids]} Thorough: all that the steps have.` : IDS[ids];
}

/** How the same run would send more, if it can. */
export function moreText({ mode }: Report): string {
  return mode === undefined || mode.readOnly || mode.thorough ? "" : "--thorough sends more.";
}

/** Ids that are named. */
const MAX_NAMED = 3;

/** The ids with which more could be sent. */
export function absentText({ absentNeeded = [] }: Report): string {
  if (absentNeeded.length === 0) return "";
  const named = absentNeeded.slice(0, MAX_NAMED).join(", ");
  const others = absentNeeded.length - MAX_NAMED;
  const all = others > 0 ? `${named} and ${others} more (absentNeeded in report.json)` : named;
  return `Ids that no order has can be tried, too, with absent in orders-kit.yaml: ${all}.`;
}

/** A violated clause, and where. */
type Violated = Pick<ClauseReport, "id" | "places">;

/** The result, with what decides it: the last line of a terminal. */
export function endingOf(report: Report, faults: readonly Violated[]): string {
  const { reasons, known, mended, verdict } = report;
  const result = resultText(report);
  if (faults.length > 0) return `${result}: ${faults.map(newIn).join(", ")}`;
  if (reasons.length > 0) return reasons.join(" ");
  const it = mended.length === 1 ? "it" : "them";
  return [
    verdict === "known-violations" ? "nothing new" : result,
    ...(known.length > 0 ? [`${known.length} known`] : []),
    ...(mended.length > 0 ? [`${mended.length} mended: the next --accept removes ${it}`] : []),
  ].join(" · ");
}

/** The clause, and where it is violated if it is known elsewhere: `error-status at listOrders 401`. */
function newIn({ id, places = [] }: Violated): string {
  const fresh = places.filter(({ known }) => !known).map(placeText);
  const isKnownElsewhere = fresh.length < places.length;
  return isKnownElsewhere ? `${id} at ${[...new Set(fresh)].join(" and ")}` : id;
}

/** True if any clause has a verdict. Without one, lists of what was not observed say nothing. */
export function isJudged({ clauses }: Pick<Report, "clauses">): boolean {
  return clauses.some(({ verdict }) => verdict === "held" || verdict === "violated");
}

/** True if the run was for some clauses only (`--only`): then the silences that it did not observe are not missing. */
export function isPartial({ clauses }: Report): boolean {
  return CLAUSES.some(
    ({ id }) => !isOptionalClause(id) && !clauses.some((clause) => clause.id === id),
  );
}
