/** Words the run as a whole: its result, its mode, and the last line. */
import { CLAUSES } from "../../../spec/clauses/index.ts";
import { isOptionalClause } from "../../../spec/schema/fields.ts";
import { placeText } from "../../run/assertions/place.ts";
import { isNeeded } from "../known.ts";
import type { ClauseReport, Report } from "../schema.ts";
import type { Tone } from "./marks.ts";

/** Says how many clauses are unproven, if any. */
export function resultText(report: Report): string {
  if (report.verdict === "violates") return "violates the contract";
  if (report.verdict === "not-judged") return "was not judged";
  if (report.exitCode !== 0) return "fails the rules of this run";
  if (report.verdict === "known-violations") return "has no new violation";
  const unproven = report.clauses.filter(({ verdict }) => verdict !== "held").length;
  if (unproven > 0) return `violates no clause, ${unproven} unproven`;
  return isPartial(report) ? "conforms (selected clauses only)" : "conforms to the contract";
}

/** A run that has proven nothing does not pass. */
export function toneOf({ verdict, exitCode, clauses }: Report): Tone {
  if (exitCode === 1 || exitCode === 4) return "bad";
  if (verdict === "known-violations") return "good";
  const isPass = verdict === "conforms" && clauses.some((one) => one.verdict === "held");
  return isPass ? "good" : "open";
}

type Mode = NonNullable<Report["mode"]>;

const IDS_TEXT: Readonly<Record<Mode["ids"], string>> = {
  none: "Without orders: no order was touched.",
  provided: "With the orders that were provided.",
  disposable: "Disposable: listed orders may have been cancelled.",
};

/** Returns the mode of a run; an empty string for traffic. */
export function modeText({ mode }: Report): string {
  if (mode === undefined) return "";
  const { ids, thorough, readOnly } = mode;
  if (readOnly) return "Read-only: GET, HEAD and OPTIONS alone; no order was touched.";
  return thorough ? `${IDS_TEXT[ids]} Thorough: all that the steps have.` : IDS_TEXT[ids];
}

/** Returns how the same run could send more, or an empty string. */
export function moreText({ mode }: Report): string {
  return mode === undefined || mode.readOnly || mode.thorough ? "" : "--thorough sends more.";
}

/** How many ids one sentence lists. */
const MAX_NAMED_IDS = 3;

/** Returns a sentence on the ids with which a run could send more. */
export function absentText({ absentNeeded = [] }: Report): string {
  if (absentNeeded.length === 0) return "";
  const named = absentNeeded.slice(0, MAX_NAMED_IDS).join(", ");
  const others = absentNeeded.length - MAX_NAMED_IDS;
  const all = others > 0 ? `${named} and ${others} more (absentNeeded in report.json)` : named;
  return `Ids that no order has can be tried, too, with absent in orders-kit.yaml: ${all}.`;
}

type ViolatedClause = Pick<ClauseReport, "id" | "places">;

/** Returns the result and what decides it, for the last line in a terminal. */
export function endingOf(report: Report, faults: readonly ViolatedClause[]): string {
  const { reasons, known, verdict } = report;
  const result = resultText(report);
  if (faults.length > 0) return `${result}: ${faults.map(newIn).join(", ")}`;
  if (reasons.length > 0) return reasons.join(" ");
  const needed = known.filter(isNeeded).length;
  const fixed = known.filter((entry) => entry.verdict === "held").length;
  return [
    verdict === "known-violations" ? "nothing new" : result,
    ...(needed > 0 ? [`${needed} known`] : []),
    ...(fixed > 0
      ? [`${fixed} no longer needed: the next --accept removes ${fixed === 1 ? "it" : "them"}`]
      : []),
  ].join(" · ");
}

/**
 * Names a clause; adds where it is newly violated if other places are known: `error-status at
 * listOrders 401`.
 */
function newIn({ id, places = [] }: ViolatedClause): string {
  const fresh = places.filter(({ known }) => !known).map(placeText);
  const isKnownElsewhere = fresh.length < places.length;
  return isKnownElsewhere ? `${id} at ${[...new Set(fresh)].join(" and ")}` : id;
}

/** True if any clause is held or violated. If not, lists of what was not seen are useless. */
export function isJudged({ clauses }: Pick<Report, "clauses">): boolean {
  return clauses.some(({ verdict }) => verdict === "held" || verdict === "violated");
}

/** True if the run was for some clauses only (`--only`), and therefore misses no open question. */
export function isPartial({ clauses }: Report): boolean {
  return CLAUSES.some(
    ({ id }) => !isOptionalClause(id) && !clauses.some((clause) => clause.id === id),
  );
}
