/** The places where a run saw a clause violated, over all its steps. */
import { CLAUSES, type Clause, type ClauseId } from "../../spec/clauses/index.ts";
import type { Violation } from "../run/assertions/finding.ts";
import { type FoundPlace, keyOfPlace, type Place, placeText } from "../run/assertions/place.ts";
import type { AnswerCounts } from "./answer-counts.ts";
import type { PlaceReport } from "./schema.ts";

/** True if a `known` entry excuses a violation of the clause at this place. */
export type ExcuseTest = (clause: ClauseId, place: Place) => boolean;

/** Returns how many similar calls had the violation: ` 1 of 62 answers.` Empty if all had it. */
export function frequencyOf(first: Violation, places: readonly PlaceReport[]): string {
  const [place, ...others] = places;
  const isOfAnswers = place?.status !== undefined || place?.operation === "listOrders";
  if (first.place?.calls !== "with key" || !isOfAnswers || others.length > 0) return "";
  return place.failed === place.of ? "" : ` ${place.failed} of ${place.of} answers.`;
}

/** `cancelOrder 404 /status · 3 of 40 answers · first at 09:30:12 UTC · request 7f3a`. */
export function describePlace(place: PlaceReport): string {
  const { pointer, failed, of, at, requestId, call, known } = place;
  const time = `first at ${at.slice(11, 19)} UTC`;
  const id = requestId === undefined ? call && `call ${call}` : `request ${requestId}`;
  const where = [placeText(place), pointer].filter(Boolean).join(" ");
  const parts = [where, `${failed} of ${of}`, time, id, known && "known"];
  return parts.filter(Boolean).join(" · ");
}

/** Returns the violation to show: the first at a place that is not excused, or else the first. */
export function shownViolation(all: readonly Violation[], excuses: ExcuseTest): Violation {
  const isNew = ({ clause, place }: Violation) => place !== undefined && !excuses(clause, place);
  return all.find(isNew) ?? all[0]!;
}

export function placesOf(
  clause: ClauseId,
  violations: readonly Violation[],
  { answers, excuses }: { readonly answers: AnswerCounts; readonly excuses: ExcuseTest },
): readonly PlaceReport[] {
  const found = violations.flatMap(({ place }) => place ?? []);
  return [...new Set(found.map(keyOfPlace))].map((key) => {
    const alike = found.filter((place) => keyOfPlace(place) === key);
    const failed = alike.reduce((sum, one) => sum + one.failed, 0);
    const earliest = alike.toSorted((a, b) => a.sentAt - b.sentAt)[0]!;
    const { calls: _calls, sentAt, failed: _failed, ...place } = earliest;
    return {
      ...place,
      ...(excuses(clause, place) && { known: true }),
      failed,
      of: Math.max(failed, answersLike(clause, earliest, answers)),
      at: new Date(answers.epoch + sentAt).toISOString(),
    };
  });
}

/** True if a clause is about the content of a body. */
export function isOfBody({ area }: Pick<Clause, "area">): boolean {
  return area === "order" || area === "errors";
}

/**
 * Counts the plain calls to compare with a violation: those to this operation with the key, or
 * those without; for a clause about bodies, those with this status.
 */
function answersLike(clause: ClauseId, place: FoundPlace, answers: AnswerCounts): number {
  const { operation, status, calls } = place;
  if (calls === "probes") return 0;
  const ofBody = isOfBody(CLAUSES.find(({ id }) => id === clause)!);
  const withKey = calls === "with key";
  return answers.counts
    .filter((one) => one.operation === operation)
    .filter((one) => (ofBody ? one.status === status : one.withKey === withKey))
    .reduce((sum, { count }) => sum + count, 0);
}
