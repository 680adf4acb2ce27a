/**
 * Prepares what all writers of a report show, as plain data: what comes first, and which lines
 * belong together. Texts are raw; each writer escapes them.
 */
import { OPERATIONS } from "../../../spec/interface/operations.ts";
import { areasOf, matrixOf, questionsOf } from "../clause-tables.ts";
import { isNeeded } from "../known.ts";
import { duration } from "../labels.ts";
import { entryName } from "../outcome.ts";
import { describePlace } from "../places.ts";
import type { ClauseReport, Evidence, Report, ReportEntry } from "../schema.ts";
import { partTried, receivedOf } from "./finding-text.ts";
import { MARKS, type Mark, markOf, type Tone } from "./marks.ts";
import {
  absentText,
  endingOf,
  isJudged,
  modeText,
  moreText,
  resultText,
  toneOf,
} from "./result-text.ts";

/** A number and its word. Verdicts have a tone; they add up to all clauses. */
interface Count {
  readonly value: number | string;
  readonly word: string;
  readonly tone?: Tone | "soft";
}

/** A fault: its headline clause, what follows from it, and where and how often it was seen. */
export interface Headline extends Omit<ClauseReport, "received"> {
  /** Also undefined if `why` already has the value. */
  readonly received: string | undefined;
  /** `DELETE /store/orders/{orderId} → 404 · section Errors`. */
  readonly about: string;
  readonly followers: readonly Row[];
  readonly seen: readonly string[];
}

/** A line with a mark, and the names it is about. */
export interface Row {
  readonly mark: Mark;
  readonly text: string;
  readonly names: readonly string[];
}

/** Findings besides the clauses: a kind of advice with all its texts, or one entry of a section. */
export interface EntryGroup {
  readonly name: string;
  readonly times: number;
  /** `evidence` is empty if it is the same as that of the text before. */
  readonly found: readonly { readonly why: string; readonly evidence: readonly Evidence[] }[];
}

export type Outline = ReturnType<typeof outlineOf>;

export function outlineOf(report: Report) {
  const { target, why, broken, reasons, sections = [], traffic = [] } = report;
  // If nothing was judged, lists of what was not seen are useless.
  const judged = isJudged(report) ? report : { ...report, clauses: [], matrix: [], silences: [] };
  const faults = faultsOf(report);
  const advice = groupedEntries(report.advice);
  const counts = countsOf(report, faults.length, advice.length);
  const unfinished = broken.map(
    ({ check, why: cause }) =>
      `${check} did not finish, which does not count against the deployment: ${cause}`,
  );
  return {
    tone: toneOf(report),
    title: `${target.name ?? target.url} ${resultText(report)}`,
    /** Why there is no verdict or only part of one, and what fails the run besides violations. */
    problems: [...(why === undefined ? [] : [why]), ...unfinished, ...reasons],
    /** The address, for a target with a name. */
    url: target.name === undefined ? "" : target.url,
    mode: modeText(report),
    more: moreText(report),
    absent: absentText(report),
    counts,
    counted: counts.map(({ value, word }) => `${value.toLocaleString("en")} ${word}`).join(" · "),
    faults,
    known: knownRows(report),
    advice,
    sections: sections.map(({ title, entries }) => ({
      title,
      // Entries of one kind stay apart: an app's mistakes differ in their texts.
      notes: entries.flatMap((one) => groupedEntries([one])),
    })),
    unproven: unprovenRows(report),
    /** Held clauses of which only a part was tried. */
    triedInPart: report.clauses.flatMap((clause) => {
      const part = partTried(clause);
      return part === undefined ? [] : [{ id: clause.id, part }];
    }),
    matrix: matrixOf(judged),
    areas: areasOf(judged),
    silences: questionsOf(judged),
    traffic: inARow(traffic),
    ending: endingOf(report, faults),
  };
}

/** Counts a fault once, whatever follows from it, and leaves out marks that no clause has. */
function countsOf({ clauses, requests, durationMs }: Report, faults: number, advice: number) {
  const verdicts = Object.values(MARKS).map((mark): Count => {
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

/** Returns violated clauses that are neither known nor follow from another. */
function faultsOf({ clauses }: Report): readonly Headline[] {
  const violated = clauses.filter(({ verdict }) => verdict === "violated");
  const headlines = violated.filter(({ followsFrom, known }) => !followsFrom && !known);
  return headlines.map((clause) => ({
    ...clause,
    received: receivedOf(clause),
    about: aboutOf(clause),
    seen: clause.places?.map(describePlace) ?? [],
    followers: violated
      .filter(({ followsFrom }) => followsFrom === clause.id)
      .map(({ id, statement }) => ({ mark: MARKS.follows, text: statement, names: [id] })),
  }));
}

function aboutOf({ operation, status, section }: ClauseReport): string {
  if (operation === undefined) return `section ${section}`;
  const { method, path } = OPERATIONS[operation];
  return `${method} ${path}${status === undefined ? "" : ` → ${status}`} · section ${section}`;
}

function knownRows({ known, verdict }: Report): readonly Row[] {
  const rows = known.map((entry): Row => {
    const until = entry.until === undefined ? "" : ` (until ${entry.until})`;
    const more = entry.verdict === "held" ? "; the next --accept removes this entry" : "";
    return {
      mark: markOfEntry(entry),
      text: `${entry.reason}${until}${more}`,
      names: [entryName(entry)],
    };
  });
  // If nothing was judged, most entries are unproven, which tells nothing.
  return verdict === "not-judged" ? rows.filter(({ mark }) => mark !== MARKS.unproven) : rows;
}

function markOfEntry(entry: Report["known"][number]): Mark {
  if (!isNeeded(entry)) return entry.verdict === "held" ? MARKS.held : MARKS.unproven;
  return entry.expired ? MARKS.expired : MARKS.known;
}

/** Groups unproven clauses by what would prove them. */
function unprovenRows(report: Report): readonly Row[] {
  if (report.why !== undefined && !isJudged(report)) return [];
  const clauses = report.clauses.filter((one) => one.verdict === "unproven" && !one.known);
  return [...new Set(clauses.map(({ why = "" }) => why))].map((text) => ({
    mark: MARKS.open,
    text,
    names: clauses.filter(({ why = "" }) => why === text).map(({ id }) => id),
  }));
}

/** Returns one group for each id. */
function groupedEntries(entries: readonly ReportEntry[]): readonly EntryGroup[] {
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

/**
 * An exchange with its one-line summary: `DELETE /v1/store/orders/17 (no Authorization header) →
 * 401 Unauthorized`.
 */
export interface ShownExchange extends Evidence {
  readonly summary: string;
}

/** Joins equal exchanges in a row into one with a count: the gate repeats some requests. */
function inARow(traffic: readonly Evidence[]): readonly ShownExchange[] {
  const groups: { readonly first: Evidence; times: number }[] = [];
  for (const one of traffic) {
    const last = groups.at(-1);
    if (last !== undefined && isAlike([one], [last.first])) last.times++;
    else groups.push({ first: one, times: 1 });
  }
  return groups.map(({ first, times }) => {
    const summary = summaryOf(first);
    const count = `${times} times in a row`;
    if (times === 1) return { ...first, summary };
    const response = `${first.response}\n(${count})`;
    return { ...first, summary: `${summary}, ${count}`, response };
  });
}

/** Leaves out the good key, which is the normal case. */
function summaryOf({ request, response }: Evidence): string {
  const [requestLine = "", credential] = request.replace(/ https?:\/\/[^/\n]*/, " ").split("\n");
  const isGoodKey =
    credential === undefined || /^Authorization: Bearer \$\{\w+\}$/.test(credential);
  const key = isGoodKey ? "" : ` (${credential.replace(/^\(|\)$|^Authorization: /g, "")})`;
  const [statusLine = ""] = response.split("\n", 1);
  return `${requestLine}${key} → ${statusLine.replace(/^HTTP\/[\d.]+ /, "")}`;
}
