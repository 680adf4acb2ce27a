/**
 * Known violations: what a team has accepted for a while, as listed in orders-kit.known.yaml. An
 * entry excuses only what it names: elsewhere, the same clause is a new violation.
 */
import type { Verdict } from "../run/assertions/finding.ts";
import { type Place, placeText } from "../run/assertions/place.ts";
import type { KnownEntry } from "../targets/file/known-entry.ts";
import type { AnswerCounts } from "./answer-counts.ts";
import { type ExcuseTest, isOfBody } from "./places.ts";
import type { ClauseReport, Report } from "./schema.ts";

/** Tells which violations are excused by valid entries. `today` is a UTC date: `2026-11-26`. */
export function excusesOf(entries: readonly KnownEntry[], today: string): ExcuseTest {
  const valid = entries.filter((entry) => !isExpired(entry, today));
  return (clause, place) => valid.some((one) => one.clause === clause && excuses(one, place));
}

function isExpired({ until }: KnownEntry, today: string): boolean {
  return until !== undefined && until < today;
}

/**
 * Marks the clauses that are known, and reports on each entry. `today` is a UTC date: `2026-11-26`.
 */
export function settleKnown(
  clauses: readonly ClauseReport[],
  entries: readonly KnownEntry[],
  { answers, today }: { readonly answers: AnswerCounts; readonly today: string },
): Pick<Report, "clauses" | "known" | "new"> {
  const valid = entries.filter((entry) => !isExpired(entry, today));
  const excused = clauses.map((clause) => withKnown(clause, valid));

  // A known headline covers the clauses that follow from it.
  const settled = excused.map((clause) => {
    const headline = excused.find(({ id }) => id === clause.followsFrom);
    const { known, reason } = headline ?? {};
    return known === undefined ? clause : { ...clause, known, ...(reason && { reason }) };
  });

  // An expired entry does not matter if a valid one covers it.
  const current = entries.filter(
    (entry) => !isExpired(entry, today) || !valid.some((one) => covers(one, entry)),
  );
  const known = current.flatMap((entry): Report["known"] => {
    const clause = clauses.find(({ id }) => id === entry.clause);
    // The run did not judge this clause.
    if (clause === undefined) return [];
    const verdict = verdictAt(entry, clause, answers);
    return [{ ...entry, verdict, ...(isExpired(entry, today) && { expired: true }) }];
  });

  const isNew = ({ verdict, known: isKnown, followsFrom }: ClauseReport) =>
    verdict === "violated" && !isKnown && followsFrom === undefined;
  const fresh = settled.filter(isNew).map(({ id }) => id);
  return { clauses: settled, known, new: fresh };
}

/** Marks a clause as known if entries excuse all its places. */
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

/** True if the entry excuses a violation at the place. */
export function excuses({ at, pointer, unproven }: KnownEntry, place: Place): boolean {
  if (unproven === true) return false;
  return isAt(at, place) && (pointer === undefined || pointer === place.pointer);
}

/** True if `at` names the place. An operation alone stands for all its statuses. */
function isAt(at: string | undefined, place: Place): boolean {
  return at === undefined || at === placeText(place) || at === place.operation;
}

/** True if the first entry excuses everything that the other does. */
function covers(one: KnownEntry, other: KnownEntry): boolean {
  const { clause, unproven, at, pointer } = one;
  return (
    clause === other.clause &&
    unproven === other.unproven &&
    (at === undefined || at === other.at) &&
    (pointer === undefined || pointer === other.pointer)
  );
}

/** Returns the verdict on the clause at the entry's place. */
function verdictAt(entry: KnownEntry, clause: ClauseReport, answers: AnswerCounts): Verdict {
  const { verdict, places = [{}] } = clause;
  if (entry.unproven === true && verdict !== "held") return verdict;
  if (verdict === "violated" && places.some((place) => excuses(entry, place))) return verdict;
  return isHeldAt(entry, clause, answers) ? "held" : "unproven";
}

/** True if the run found what the entry excuses. */
export function isNeeded({ unproven, verdict }: Report["known"][number]): boolean {
  return verdict === (unproven === true ? "unproven" : "violated");
}

/** True if the run proved the clause where the entry says that it is violated. */
function isHeldAt(
  { at, unproven }: KnownEntry,
  clause: ClauseReport,
  answers: AnswerCounts,
): boolean {
  // Server errors are rare: a few answers without one prove nothing.
  const status = Number(at?.split(" ")[1] ?? 0);
  const { places = [] } = clause;
  if (status >= 500 || places.some((place) => isAt(at, place))) return false;
  const isHeld = clause.verdict === "held";
  if (unproven === true || at === undefined || !isOfBody(clause)) return isHeld;

  // A clause about bodies is held at a place if the run saw such an answer there, whatever is wrong
  // elsewhere.
  const isJudged = isHeld || clause.verdict === "violated";
  const wasSeen = answers.counts.some((one) => one.status !== undefined && isAt(at, one));
  return isJudged && wasSeen;
}
