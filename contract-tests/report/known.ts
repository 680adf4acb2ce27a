/**
 * Known violations: what a team has accepted of a deployment for a while, as orders-kit.known.yaml lists it. An entry excuses what it names,
 * and nothing else: the same clause is a new violation at another place.
 */
import { type Place, placeText } from "../run/assertions/place.ts";
import type { Answers } from "./answers.ts";
import type { KnownEntry } from "./known-entry.ts";
import { type Excuses, isOfBody } from "./places.ts";
import type { ClauseReport, Report } from "./schema.ts";

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
): Pick<Report, "clauses" | "known" | "new" | "mended" | "notObserved"> {
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
  const known: Report["known"][number][] = [];
  const mended: KnownEntry[] = [];
  const notObserved: KnownEntry[] = [];
  for (const entry of current) {
    const clause = clauses.find(({ id }) => id === entry.clause);
    // A clause that was not part of the run says nothing.
    if (clause === undefined) continue;
    if (isNeeded(entry, clause))
      known.push(isExpired(entry, today) ? { ...entry, expired: true } : entry);
    else if (isMended(entry, clause, answers)) mended.push(entry);
    else notObserved.push(entry);
  }

  const isNew = ({ verdict, known: isKnown, followsFrom }: ClauseReport) =>
    verdict === "violated" && !isKnown && followsFrom === undefined;
  const fresh = settled.filter(isNew).map(({ id }) => id);
  return { clauses: settled, known, new: fresh, mended, notObserved };
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
function isNeeded(entry: KnownEntry, clause: ClauseReport): boolean {
  const { verdict, places = [{}] } = clause;
  if (entry.unproven === true) return verdict === "unproven" || verdict === "skipped";
  return verdict === "violated" && places.some((place) => excuses(entry, place));
}

/** True if the clause was proven to hold where the entry, which is not needed, says that it does not. */
function isMended({ at, unproven }: KnownEntry, clause: ClauseReport, answers: Answers): boolean {
  // An error of a server is rare, and a few answers without it prove nothing.
  const status = Number(at?.split(" ")[1] ?? 0);
  const { places = [] } = clause;
  if (status >= 500 || places.some((place) => isAt(at, place))) return false;
  const isHeld = clause.verdict === "held";
  if (unproven === true || at === undefined || !isOfBody(clause)) return isHeld;

  // Whether the body of an answer is right shows where such an answer was seen, whatever is wrong elsewhere.
  const isJudged = isHeld || clause.verdict === "violated";
  const wasSeen = answers.counts.some((one) => one.status !== undefined && isAt(at, one));
  return isJudged && wasSeen;
}
