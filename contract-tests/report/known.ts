/**
 * Known violations: what a team has accepted of a deployment for a while, as orders-kit.known.yaml lists it. An entry excuses what it names,
 * and nothing else: the same clause is a new violation at another place.
 */
import { type Place, placeText } from "../assertions/place.ts";
import type { Answers } from "./answers.ts";
import type { KnownEntry } from "./known-entry.ts";
import { countAnswersAt, type Excuses, isOfBody } from "./places.ts";
import type { ClauseReport, Report } from "./schema.ts";

/** What a run says of the entries for its target. */
export type KnownReport = Pick<Report, "known" | "new" | "mended" | "notObserved">;

/** Tells which violations are excused by entries that have not expired. `today`: `2026-11-26`, in UTC. */
export function excusesOf(entries: readonly KnownEntry[], today: string): Excuses {
  const valid = entries.filter((entry) => !isExpired(entry, today));
  return (clause, place) => valid.some((one) => one.clause === clause && excuses(one, place));
}

function isExpired({ until }: KnownEntry, today: string): boolean {
  return until !== undefined && until < today;
}

/** The clauses with what is known of them, and what is to be said of the entries. `today`: `2026-11-26`, in UTC. */
export function settleKnown(
  clauses: readonly ClauseReport[],
  entries: readonly KnownEntry[],
  { answers, today }: { readonly answers: Answers; readonly today: string },
): KnownReport & { readonly clauses: readonly ClauseReport[] } {
  const valid = entries.filter((entry) => !isExpired(entry, today));
  const excused = clauses.map((clause) => withKnown(clause, valid));

  // What is known of a headline covers what follows from it.
  const settled = excused.map((clause) => {
    const headline = excused.find(({ id }) => id === clause.followsFrom);
    const { known, reason } = headline ?? {};
    return known === undefined ? clause : { ...clause, known, ...(reason && { reason }) };
  });

  // An entry that has expired is of no matter where a valid one says the same.
  const current = entries.filter(
    (entry) => !isExpired(entry, today) || !valid.some((one) => covers(one, entry)),
  );
  const needed = current.filter((entry) => isNeeded(entry, clauses));
  // A clause that was not part of the run says nothing.
  const isAsked = ({ clause }: KnownEntry) => clauses.some(({ id }) => id === clause);
  const others = current.filter((entry) => !needed.includes(entry) && isAsked(entry));
  const mended = others.filter((entry) => isMended(entry, clauses, answers));
  return {
    clauses: settled,
    known: needed.map((entry) => (isExpired(entry, today) ? { ...entry, expired: true } : entry)),
    new: settled
      .filter(({ verdict, known, followsFrom }) => verdict === "violated" && !known && !followsFrom)
      .map(({ id }) => id),
    mended,
    notObserved: others.filter((entry) => !mended.includes(entry)),
  };
}

/** Marks a clause whose every place an entry excuses. */
function withKnown(clause: ClauseReport, entries: readonly KnownEntry[]): ClauseReport {
  const own = entries.filter((entry) => entry.clause === clause.id);
  if (clause.verdict === "violated") {
    const { places = [{}] } = clause;
    const found = places.map((place) => own.find((entry) => excuses(entry, place)));
    const reasons = found.flatMap((entry) => entry?.reason ?? []);
    if (found.includes(undefined)) return clause;
    return { ...clause, known: true, reason: [...new Set(reasons)].join("; ") };
  }
  const gap = own.find(({ unproven }) => unproven === true);
  if (clause.verdict === "held" || gap === undefined) return clause;
  return { ...clause, known: true, reason: gap.reason };
}

/** True if the entry names the place. */
export function excuses({ at, pointer, unproven }: KnownEntry, place: Place): boolean {
  if (unproven === true) return false;
  return isAt(at, place) && (pointer === undefined || pointer === place.pointer);
}

/** True if a text names the place. An operation alone stands for all of its statuses. */
function isAt(at: string | undefined, place: Place): boolean {
  return at === undefined || at === placeText(place) || at === place.operation;
}

/** True if one entry excuses all that the other one does. */
function covers(one: KnownEntry, other: KnownEntry): boolean {
  const { clause, unproven, at, pointer } = one;
  return (
    clause === other.clause &&
    unproven === other.unproven &&
    (at === undefined || at === other.at) &&
    (pointer === undefined || pointer === other.pointer)
  );
}

/** True if the run has found what the entry excuses. */
function isNeeded(entry: KnownEntry, clauses: readonly ClauseReport[]): boolean {
  const clause = clauses.find(({ id }) => id === entry.clause);
  if (clause === undefined) return false;
  if (entry.unproven === true) return clause.verdict === "unproven" || clause.verdict === "skipped";
  const { verdict, places = [{}] } = clause;
  return verdict === "violated" && places.some((place) => excuses(entry, place));
}

/** True if the clause was proven to hold where the entry, which is not needed, says that it does not. */
function isMended(
  { clause: id, at, unproven }: KnownEntry,
  clauses: readonly ClauseReport[],
  answers: Answers,
): boolean {
  const clause = clauses.find((one) => one.id === id);
  if (clause === undefined) return false;
  // An error of a server is rare, and a few answers without it prove nothing.
  const status = Number(at?.split(" ")[1] ?? 0);
  const { places = [] } = clause;
  if (status >= 500 || places.some((place) => isAt(at, place))) return false;
  const isHeld = clause.verdict === "held";
  if (unproven === true || at === undefined || !isOfBody(clause)) return isHeld;

  // Whether the body of an answer is right shows where such an answer was seen, whatever is wrong elsewhere.
  const isJudged = isHeld || clause.verdict === "violated";
  return isJudged && countAnswersAt(at, answers) > 0;
}
