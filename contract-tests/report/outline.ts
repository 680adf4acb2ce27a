/** What all writers of a report show, as plain data: what is said first, and which lines belong together. Texts are raw; each writer escapes them. */
import { AREA_TITLES, AREAS } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import type { Place } from "../assertions/place.ts";
import { partTried } from "./finding-text.ts";
import type { KnownEntry } from "./known-entry.ts";
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
import { describePlace } from "./places.ts";
import {
  endingOf,
  isJudged,
  isPartial,
  modeText,
  moreText,
  resultText,
  toneOf,
} from "./result-text.ts";
import type { ClauseReport, Evidence, Remark, Report } from "./schema.ts";

/** A number, and the word for it. The verdicts, which together are all clauses, have a tone. */
interface Count {
  readonly value: number | string;
  readonly word: string;
  readonly tone?: Tone | "soft";
}

/** A fault: the clause that stands for it, what follows from it, and where and how often it was seen. */
export interface Fault extends ClauseReport {
  /** `DELETE /store/orders/{orderId} → 404 · section Errors`. */
  readonly about: string;
  readonly followers: readonly ClauseReport[];
  readonly seen: readonly string[];
}

/** A line with a mark, and the names of what it is about. */
export interface Row {
  readonly mark: Mark;
  readonly text: string;
  readonly names: readonly string[];
}

/** What is no clause: an advice, a remark. Alike ones are together. */
export interface Note {
  readonly name: string;
  readonly times: number;
  /** Each with what shows it, where that is not what shows the one before. */
  readonly found: readonly { readonly why: string; readonly evidence: readonly Evidence[] }[];
}

export type Outline = ReturnType<typeof outlineOf>;

export function outlineOf(report: Report) {
  const { target, why, broken, reasons, remarks = [], traffic = [] } = report;
  const faults = faultsOf(report);
  const advice = notesOf(report.advice);
  const unfinished = broken.map(
    ({ check, why: cause }) =>
      `${check} did not finish, which does not count against the deployment: ${cause}`,
  );
  return {
    tone: toneOf(report),
    title: `${target.name ?? target.url} ${resultText(report)}`,
    /** Why there is no verdict, or not a whole one; and what makes the run red beside the violations. */
    problems: [...(why === undefined ? [] : [why]), ...unfinished, ...reasons],
    /** The address of a target with a name. */
    url: target.name === undefined ? "" : target.url,
    mode: modeText(report),
    more: moreText(report),
    counts: countsOf(report, faults.length, advice.length),
    faults,
    known: knownRows(report),
    advice,
    remarks: remarks.map(({ title, entries }) => ({ title, notes: notesOf(entries) })),
    unproven: unprovenRows(report),
    /** The clauses that are held by a part of what is for them. */
    triedInPart: report.clauses.flatMap((clause) => {
      const part = partTried(clause);
      return part === undefined ? [] : [{ id: clause.id, part }];
    }),
    matrix: matrixOf(report),
    areas: areasOf(report),
    silences: silencesOf(report),
    traffic: inARow(traffic),
    ending: endingOf(report, faults),
  };
}

/** A fault counts once, whatever follows from it. */
function countsOf({ clauses, requests, durationMs }: Report, faults: number, advice: number) {
  const verdicts = [...Object.values(MARKS), KNOWN].map((mark): Count => {
    const { word, tone } = mark;
    const value = clauses.filter((clause) => markOf(clause) === mark).length;
    if (mark !== MARKS.violated || value === faults) return { value, word, tone };
    return { value: faults, word: `${word} (${value - faults} more by the same calls)`, tone };
  });
  const counts: readonly Count[] = [
    ...verdicts,
    { value: advice, word: "advice" },
    { value: requests, word: requests === 1 ? "request" : "requests" },
    { value: duration(durationMs), word: "total" },
  ];
  return counts.filter(({ value }) => value !== 0);
}

/** What is violated and not known. */
function faultsOf({ clauses }: Report): readonly Fault[] {
  const violated = clauses.filter(({ verdict }) => verdict === "violated");
  const headlines = violated.filter(({ followsFrom, known }) => !followsFrom && !known);
  return headlines.map((clause) => {
    const { places = [] } = clause;
    return {
      ...clause,
      about: aboutOf(clause),
      seen: places.map(describePlace),
      followers: violated.filter(({ followsFrom }) => followsFrom === clause.id),
    };
  });
}

function aboutOf({ operation, status, section }: ClauseReport): string {
  if (operation === undefined) return `section ${section}`;
  const { method, path } = OPERATIONS[operation];
  return `${method} ${path}${status === undefined ? "" : ` → ${status}`} · section ${section}`;
}

/** A row for each entry of orders-kit.known.yaml. */
function knownRows({ known, mended, notObserved, verdict }: Report): readonly Row[] {
  const rowOf = (mark: Mark, entry: KnownEntry, more = ""): Row => {
    const until = entry.until === undefined ? "" : ` (until ${entry.until})`;
    return { mark, text: `${entry.reason}${until}${more}`, names: [nameOf(entry)] };
  };
  const unseen = verdict === "not-judged" ? [] : notObserved;
  return [
    ...known.map((entry) => rowOf(entry.expired ? EXPIRED : KNOWN, entry)),
    ...mended.map((entry) => rowOf(MENDED, entry, "; the next --accept removes this entry")),
    ...unseen.map((entry) => rowOf(NOT_OBSERVED_ENTRY, entry)),
  ];
}

/** The clauses that were not proven, by what would prove them. */
function unprovenRows(report: Report): readonly Row[] {
  if (report.why !== undefined && !isJudged(report)) return [];
  return (["skipped", "unproven"] as const).flatMap((verdict) => {
    const clauses = report.clauses.filter((one) => one.verdict === verdict && !one.known);
    return [...new Set(clauses.map(({ why = "" }) => why))].map((text) => ({
      mark: MARKS[verdict],
      text,
      names: clauses.filter(({ why = "" }) => why === text).map(({ id }) => id),
    }));
  });
}

/** One for each id. */
function notesOf(entries: readonly Remark[]): readonly Note[] {
  return [...new Set(entries.map(({ id }) => id))].map((name) => {
    const found = entries.filter(({ id }) => id === name);
    return {
      name,
      times: found.reduce((sum, one) => sum + one.times, 0),
      found: found.map(({ why, evidence = [] }, nth) => {
        const isShown = isAlike(evidence, found[nth - 1]?.evidence);
        return { why, evidence: isShown ? [] : evidence };
      }),
    };
  });
}

function isAlike(some: readonly Evidence[], others: readonly Evidence[] = []): boolean {
  const textsOf = (list: readonly Evidence[]) => list.map(({ curl, response }) => curl + response);
  return some.length > 0 && textsOf(some).join() === textsOf(others).join();
}

/** The gate repeats some requests: exchanges in a row that are alike are one, with a count. */
function inARow(traffic: readonly Evidence[]): readonly Evidence[] {
  const groups: { readonly first: Evidence; times: number }[] = [];
  for (const one of traffic) {
    const last = groups.at(-1);
    if (last !== undefined && isAlike([one], [last.first])) last.times++;
    else groups.push({ first: one, times: 1 });
  }
  return groups.map(({ first, times }) => {
    const { summary, response } = first;
    const count = `${times} times in a row`;
    if (times === 1) return first;
    return { ...first, summary: `${summary}, ${count}`, response: `${response}\n(${count})` };
  });
}

function areasOf(report: Report) {
  const clauses = isJudged(report) ? report.clauses : [];
  return AREAS.map((area) => {
    const own = clauses.filter((clause) => clause.area === area);
    const held = own.filter(({ verdict }) => verdict === "held").length;
    const isViolated = own.some(({ verdict }) => verdict === "violated");
    const tone: Tone = isViolated ? "bad" : held < own.length ? "open" : "good";
    return { title: AREA_TITLES[area], count: `${held} of ${own.length} held`, tone, clauses: own };
  }).filter((area) => area.clauses.length > 0);
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
    const isNew = report.clauses.some(({ verdict, known, places = [], ...clause }) => {
      const isNewThere = isThere(clause) || places.some((one) => !one.known && isThere(one));
      return verdict === "violated" && !known && isNewThere;
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
