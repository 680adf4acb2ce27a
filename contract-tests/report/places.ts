/** The places at which a run has seen a clause violated, over all of its steps. */
import { CLAUSES, type Clause, type ClauseId } from "../../spec/clauses/index.ts";
import type { Violation } from "../run/assertions/finding.ts";
import { type FoundPlace, keyOfPlace, type Place, placeText } from "../run/assertions/place.ts";
import type { Answers } from "./answers.ts";
import type { PlaceReport } from "./schema.ts";

/** True if an entry of `known` excuses a violation of the clause there. */
export type Excuses = (clause: ClauseId, place: Place) => boolean;

/** How often like calls had the violation: ` 1 of 62 answers.` Empty if all had it. */
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

/** The violation that is shown: the first at a place that is not excused, where there is one. */
export function shownViolation(all: readonly Violation[], excuses: Excuses): Violation {
  const isNew = ({ clause, place }: Violation) => place !== undefined && !excuses(clause, place);
  return all.find(isNew) ?? all[0]!;
}

export function placesOf(
  clause: ClauseId,
  violations: readonly Violation[],
  { answers, excuses }: { readonly answers: Answers; readonly excuses: Excuses },
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

/** True if a clause is about what a body has. */
export function isOfBody({ area }: Pick<Clause, "area">): boolean {
  return area === "order" || area === "errors";
}

/**
 * The plain calls of whose answers some violate the clause: all to this operation with the key, or all without it; for a clause on what a
 * body has, those that got this status.
 */
function answersLike(clause: ClauseId, place: FoundPlace, answers: Answers): number {
  const { operation, status, calls } = place;
  if (calls === "probes") return 0;
  const ofBody = isOfBody(CLAUSES.find(({ id }) => id === clause)!);
  const withKey = calls === "with key";
  return answers.counts
    .filter((one) => one.operation === operation)
    .filter((one) => (ofBody ? one.status === status : one.withKey === withKey))
    .reduce((sum, { count }) => sum + count, 0);
}
