/** What all writers of a report show, as plain data: what is said first, and which lines belong together. Texts are raw; each writer escapes them. */
import { OPERATIONS } from "../../../spec/interface/operations.ts";
import { areasOf, matrixOf, silencesOf } from "../clause-tables.ts";
import type { KnownEntry } from "../known-entry.ts";
import { duration } from "../labels.ts";
import { nameOf } from "../outcome.ts";
import { describePlace } from "../places.ts";
import type { ClauseReport, Evidence, Remark, Report } from "../schema.ts";
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

/** A number, and the word for it. The verdicts, which together are all clauses, have a tone. */
interface Count {
  readonly value: number | string;
  readonly word: string;
  readonly tone?: Tone | "soft";
}

/** A fault: the clause that stands for it, what follows from it, and where and how often it was seen. */
export interface Fault extends Omit<ClauseReport, "received"> {
  /** Undefined, too, where the sentence of the violation says it. */
  readonly received: string | undefined;
  /** `DELETE /store/orders/{orderId} → 404 · section Errors`. */
  readonly about: string;
  readonly followers: readonly Row[];
  readonly seen: readonly string[];
}

/** A line with a mark, and the names of what it is about. */
export interface Row {
  readonly mark: Mark;
  readonly text: string;
  readonly names: readonly string[];
}

/** What is no clause: a kind of advice, with all that was found of it; a remark. */
export interface Note {
  readonly name: string;
  readonly times: number;
  /** Each with what shows it, where that is not what shows the one before. */
  readonly found: readonly { readonly why: string; readonly evidence: readonly Evidence[] }[];
}

export type Outline = ReturnType<typeof outlineOf>;

export function outlineOf(report: Report) {
  const { target, why, broken, reasons, remarks = [], traffic = [] } = report;
  // Where nothing was judged, lists of what was not observed say nothing.
  const judged = isJudged(report) ? report : { ...report, clauses: [], matrix: [], silences: [] };
  const faults = faultsOf(report);
  const advice = notesOf(report.advice);
  const counts = countsOf(report, faults.length, advice.length);
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
    absent: absentText(report),
    counts,
    counted: counts.map(({ value, word }) => `${value.toLocaleString("en")} ${word}`).join(" · "),
    faults,
    known: knownRows(report),
    advice,
    remarks: remarks.map(({ title, entries }) => ({
      title,
      // Mistakes of an app differ in what they say.
      notes: entries.flatMap((one) => notesOf([one])),
    })),
    unproven: unprovenRows(report),
    /** The clauses that are held by a part of what is for them. */
    triedInPart: report.clauses.flatMap((clause) => {
      const part = partTried(clause);
      return part === undefined ? [] : [{ id: clause.id, part }];
    }),
    matrix: matrixOf(judged),
    areas: areasOf(judged),
    silences: silencesOf(judged),
    traffic: inARow(traffic),
    ending: endingOf(report, faults),
  };
}

/** A fault counts once, whatever follows from it. A mark that no clause has is left out. */
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

/** What is violated and not known. */
function faultsOf({ clauses }: Report): readonly Fault[] {
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

/** A row for each entry of orders-kit.known.yaml. */
function knownRows({ known, mended, notObserved, verdict }: Report): readonly Row[] {
  const rowOf = (mark: Mark, entry: KnownEntry, more = ""): Row => {
    const until = entry.until === undefined ? "" : ` (until ${entry.until})`;
    return { mark, text: `${entry.reason}${until}${more}`, names: [nameOf(entry)] };
  };
  const unseen = verdict === "not-judged" ? [] : notObserved;
  return [
    ...known.map((entry) => rowOf(entry.expired ? MARKS.expired : MARKS.known, entry)),
    ...mended.map((entry) => rowOf(MARKS.mended, entry, "; the next --accept removes this entry")),
    ...unseen.map((entry) => rowOf(MARKS.notObserved, entry)),
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

/** An exchange, with the line that stands for it: `DELETE /v1/store/orders/17 (no Authorization header) → 401 Unauthorized`. */
export interface ShownExchange extends Evidence {
  readonly summary: string;
}

/** The gate repeats some requests: exchanges in a row that are alike are one, with a count. */
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

/** The good key is the normal case and is not mentioned. */
function summaryOf({ request, response }: Evidence): string {
  const [requestLine = "", credential] = request.replace(/ https?:\/\/[^/\n]*/, " ").split("\n");
  const isGoodKey =
    credential === undefined || /^Authorization: Bearer \$\{\w+\}$/.test(credential);
  const key = isGoodKey ? "" : ` (${credential.replace(/^\(|\)$|^Authorization: /g, "")})`;
  const [statusLine = ""] = response.split("\n", 1);
  return `${requestLine}${key} → ${statusLine.replace(/^HTTP\/[\d.]+ /, "")}`;
}
