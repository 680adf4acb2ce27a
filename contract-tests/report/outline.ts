/** The content that all writers of a report share: its result, and its clauses and advice in groups. Texts are raw; each writer escapes them. */
import { AREA_TITLES, AREAS, CLAUSES } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { isOptionalClause } from "../../spec/schema/fields.ts";
import { type Place, placeText } from "../assertions/place.ts";
import type { ClauseReport } from "./clause-report.ts";
import { distinctExchanges } from "./exchanges.ts";
import { type Fault, faultsOf, withVerdict } from "./faults.ts";
import { partTried } from "./finding-text.ts";
import type { KnownEntry } from "./known.ts";
import { duration, NOT_OBSERVED } from "./labels.ts";
import {
  EXPIRED,
  KNOWN,
  MARKS,
  type Mark,
  MENDED,
  markOf,
  NOT_OBSERVED_ENTRY,
  NOT_STATED,
  type Tone,
} from "./marks.ts";
import { nameOf } from "./outcome.ts";
import type { Report, RunMode } from "./report.ts";

export const ADVICE_NOTE =
  "What a reader of the contract could dispute. It fails a run only with strict.";
export const SILENCES_NOTE =
  "What the contract does not say, and how this deployment answered. Never judged.";
export const MATRIX_NOTE =
  "The worst verdict among the clauses that concern an operation’s status.";

export interface Count {
  readonly value: number | string;
  readonly word: string;
  /** The verdicts, which together are all clauses, have one. */
  readonly tone?: Tone | "soft";
}

export function outlineOf(report: Report) {
  const { target, mode, why, broken, verdict, exitCode, reasons } = report;
  const result = resultText(report);
  const faults = faultsOf(report);
  const unfinished = broken.map(
    ({ check, why: cause }) =>
      `${check} did not finish, which does not count against the deployment: ${cause}`,
  );
  // A run that has proven nothing is no pass.
  const isPass =
    verdict === "known-violations" ||
    (verdict === "conforms" && withVerdict(report, "held").length > 0);
  const isRed = exitCode === 1 || exitCode === 4;
  const tone: Tone = isRed ? "bad" : isPass ? "good" : "open";
  return {
    tone,
    title: `${target.name ?? target.url} ${result}`,
    /** Why there is no verdict, or not a whole one; and what makes the run red beside the violations. */
    problems: [...(why === undefined ? [] : [why]), ...unfinished, ...reasons],
    /** The address of a target with a name, and of which kind the run was; empty where there is none. */
    url: target.name === undefined ? "" : target.url,
    mode: mode === undefined ? "" : modeText(mode),
    /** How the same run would send more, if it can. */
    more: mode === undefined || mode.readOnly || mode.thorough ? "" : "--thorough sends more.",
    counts: countsOf(report, faults.length),
    faults,
    known: knownLines(report),
    advice: adviceKinds(report),
    unproven: unprovenGroups(report),
    triedInPart: triedInPart(report),
    matrix: matrixOf(report),
    areas: areasOf(report),
    silences: silencesOf(report),
    ending: endingOf(report, result, faults),
  };
}

/** Remarks that are told in any case come before what is not proven. */
export function remarksOf({ remarks = [] }: Report) {
  return {
    told: remarks.filter(({ inBrief }) => inBrief === "all"),
    others: remarks.filter(({ inBrief }) => inBrief !== "all"),
  };
}

export type Outline = ReturnType<typeof outlineOf>;

/** A run that did not prove every clause says so. */
function resultText(report: Report): string {
  if (report.verdict === "violates") return "violates the contract";
  if (report.verdict === "not-judged") return "was not judged";
  if (report.exitCode !== 0) return "fails the rules of this run";
  if (report.verdict === "known-violations") return "has no new violation";
  const unproven = report.clauses.filter(({ verdict }) => verdict !== "held").length;
  if (unproven > 0) return `violates no clause, ${unproven} not proven`;
  return isPartial(report) ? "conforms (selected clauses only)" : "conforms to the contract";
}

const IDS: Readonly<Record<RunMode["ids"], string>> = {
  none: "Without orders: no order was touched.",
  provided: "With the orders that were provided.",
  disposable: "Disposable: listed orders may have been cancelled.",
};

function modeText({ ids, thorough, readOnly }: RunMode): string {
  if (readOnly) return "Read-only: GET, HEAD and OPTIONS alone; no order was touched.";
  return thorough ? `${IDS[ids]} Thorough: all that the steps have.` : IDS[ids];
}

/** A fault counts once, whatever follows from it. */
function countsOf(report: Report, faults: number): Count[] {
  const { clauses, requests, durationMs } = report;
  const verdicts = [...Object.values(MARKS), KNOWN].map((mark): Count => {
    const { word, tone } = mark;
    const value = clauses.filter((clause) => markOf(clause) === mark).length;
    if (mark !== MARKS.violated || value === faults) return { value, word, tone };
    return { value: faults, word: `${word} (${value - faults} more by the same calls)`, tone };
  });
  const counts = [
    ...verdicts,
    { value: adviceKinds(report).length, word: "advice" },
    { value: requests, word: requests === 1 ? "request" : "requests" },
    { value: duration(durationMs), word: "total" },
  ];
  return counts.filter(({ value }) => value !== 0);
}

/** A line for each entry of orders-kit.known.yaml. */
function knownLines({ known, mended, notObserved, verdict }: Report) {
  const lineOf = (mark: Mark) => (entry: KnownEntry) => {
    const until = entry.until === undefined ? "" : ` (until ${entry.until})`;
    const advice = mark === MENDED ? "; the next --accept removes this entry" : "";
    return { mark, name: nameOf(entry), text: `${entry.reason}${until}${advice}` };
  };
  return [
    ...known.map((entry) => lineOf(entry.expired ? EXPIRED : KNOWN)(entry)),
    ...mended.map(lineOf(MENDED)),
    ...(verdict === "not-judged" ? [] : notObserved.map(lineOf(NOT_OBSERVED_ENTRY))),
  ];
}

/** The result, with what decides it: the last line of a terminal. */
function endingOf(report: Report, result: string, faults: readonly Fault[]): string {
  const { reasons, known, mended } = report;
  if (faults.length > 0) return `${result}: ${faults.map(newIn).join(", ")}`;
  if (reasons.length > 0) return reasons.join(" ");
  const isKnown = report.verdict === "known-violations";
  const it = mended.length === 1 ? "it" : "them";
  return [
    isKnown ? "nothing new" : result,
    ...(known.length > 0 ? [`${known.length} known`] : []),
    ...(mended.length > 0 ? [`${mended.length} mended: the next --accept removes ${it}`] : []),
  ].join(" · ");
}

/** The clause, and where it is violated if it is known elsewhere: `error-status at listOrders 401`. */
function newIn({ id, places = [] }: Fault): string {
  const fresh = places.filter(({ known }) => !known).map(placeText);
  const isKnownElsewhere = fresh.length < places.length;
  return isKnownElsewhere ? `${id} at ${[...new Set(fresh)].join(" and ")}` : id;
}

/** True if any clause has a verdict. Without one, lists of what was not observed say nothing. */
function isJudged({ clauses }: Report): boolean {
  return clauses.some(({ verdict }) => verdict === "held" || verdict === "violated");
}

/** True if the run was for some clauses only (`--only`): then the silences that it did not observe are not missing. */
function isPartial({ clauses }: Report): boolean {
  return CLAUSES.some(
    ({ id }) => !isOptionalClause(id) && !clauses.some((clause) => clause.id === id),
  );
}

/** The clauses that were not proven, by what would prove them. */
function unprovenGroups(report: Report) {
  if (report.why !== undefined && !isJudged(report)) return [];
  return (["skipped", "unproven"] as const).flatMap((verdict) => {
    const clauses = withVerdict(report, verdict).filter(({ known }) => !known);
    return [...new Set(clauses.map(({ why = "" }) => why))].map((why) => ({
      mark: MARKS[verdict],
      why,
      clauses: clauses.filter((clause) => (clause.why ?? "") === why).map(({ id }) => id),
    }));
  });
}

/** The clauses that are held by a part of what is for them. */
function triedInPart({ clauses }: Report) {
  return clauses.flatMap((clause) => {
    const part = partTried(clause);
    return part === undefined ? [] : [{ id: clause.id, part }];
  });
}

/** Each kind of advice, with what was found of it. */
function adviceKinds({ advice }: Report) {
  return [...new Set(advice.map(({ id }) => id))].map((id) => {
    const found = advice.filter((one) => one.id === id);
    const evidence = found.flatMap((one) => one.evidence ?? []);
    return {
      id,
      texts: found.map(({ why }) => why),
      times: found.reduce((sum, one) => sum + one.times, 0),
      exchanges: distinctExchanges(evidence),
    };
  });
}

function areasOf(report: Report) {
  const clauses = isJudged(report) ? report.clauses : [];
  return AREAS.map((area) => {
    const own = clauses.filter((clause) => clause.area === area);
    const verdicts = own.map(({ verdict }) => verdict);
    const held = verdicts.filter((verdict) => verdict === "held").length;
    const tone: Tone = verdicts.includes("violated") ? "bad" : held < own.length ? "open" : "good";
    return { title: AREA_TITLES[area], count: `${held} of ${own.length} held`, tone, clauses: own };
  }).filter((area) => area.clauses.length > 0);
}

/** The sentence of a clause, how much of it was tried, and what the rule of safety kept from that: `Not tried: 13 ids that an order may have.` */
export function statementOf(clause: ClauseReport): string {
  const { statement, notTried } = clause;
  const part = partTried(clause);
  const tried = part === undefined ? "" : ` Tried: ${part}.`;
  return `${statement}${tried}${notTried === undefined ? "" : ` Not tried: ${notTried.join(", ")}.`}`;
}

function silencesOf(report: Report): Report["silences"] {
  const { silences } = report;
  if (!isJudged(report)) return [];
  return isPartial(report)
    ? silences.filter(({ observed }) => observed !== NOT_OBSERVED)
    : silences;
}

/** A row for each operation, with a mark for each status that any of them has. What is violated there, and known, is marked so. */
function matrixOf(report: Report) {
  const matrix = isJudged(report) ? report.matrix : [];
  const statuses = [...new Set(matrix.map(({ status }) => status))].toSorted((a, b) => a - b);
  const markAt = (operation: string, status: number): Mark => {
    const isThere = (one: Place) => one.operation === operation && one.status === status;
    const cell = matrix.find(isThere);
    if (cell?.verdict !== "violated") return cell === undefined ? NOT_STATED : MARKS[cell.verdict];
    const isNew = withVerdict(report, "violated").some((clause) => {
      const { known, places = [] } = clause;
      return !known && (isThere(clause) || places.some((one) => !one.known && isThere(one)));
    });
    return isNew ? MARKS.violated : KNOWN;
  };
  const rows = Object.values(OPERATIONS)
    .filter(({ id }) => matrix.some(({ operation }) => operation === id))
    .map(({ id, method, path }) => ({
      id,
      request: `${method} ${path}`,
      marks: statuses.map((status) => markAt(id, status)),
    }));
  return { statuses, rows };
}
