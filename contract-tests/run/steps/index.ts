/**
 * The run, from top to bottom. Steps follow each other, so that what happened between two lists is what the step between them did. Within a
 * step, calls that cannot disturb each other go side by side.
 *
 * Three needs decide the order. A list comes first: before the run knows which orders exist, it may send next to nothing. A service may take
 * effect in the background: so whatever may have a late effect comes early, and the last steps ask for all of it once more. And each
 * provided order is tried in one way, so that a change of it has one cause.
 */
import { CLAUSES, type Clause, type ClauseId } from "../../../spec/clauses/index.ts";
import { badKeys } from "./auth/bad-keys.ts";
import { furtherKeys } from "./auth/further-keys.ts";
import { openings } from "./auth/openings.ts";
import { exactIds } from "./cancel/exact-ids.ts";
import { lateEffects } from "./cancel/late-effects.ts";
import { malformedIds } from "./cancel/malformed-ids.ts";
import { pending } from "./cancel/pending.ts";
import { shipped } from "./cancel/shipped.ts";
import { together } from "./cancel/together.ts";
import { unknownIds } from "./cancel/unknown-ids.ts";
import { firstList } from "./list/first-list.ts";
import { queries } from "./list/queries.ts";
import { onceMore } from "./once-more.ts";
import { silences } from "./silences.ts";
import type { Step } from "./step.ts";

export const STEPS: readonly Step[] = [
  firstList,
  // Calls of which a careless service may show an effect later. The shipped order comes before any cancellation: a 409 afterwards could
  // have another cause.
  shipped,
  pending,
  badKeys,
  // Calls without an effect on a conforming deployment.
  unknownIds,
  silences,
  // A malformed id may end a careless service: by then, most operations have been judged.
  malformedIds,
  openings,
  queries,
  together,
  // The pending orders that are still there: first those that nothing was tried on, then the one of the bad keys, which lists have shown
  // unchanged since.
  exactIds,
  lateEffects,
  onceMore,
  // The keys that find least, at the end.
  furtherKeys,
];

/**
 * The clauses that a run is for. A clause that binds every response, whatever its status, needs all of the run, and so does the one that every
 * list is whole: then it is undefined.
 */
export function neededFor(only: readonly ClauseId[] | undefined): readonly ClauseId[] | undefined {
  const clauses: readonly Clause[] = CLAUSES.filter(({ id }) => only?.includes(id));
  const needsAll = ({ id, binds, status }: Clause) =>
    id === "list-whole" || (binds === "every response" && status === undefined);
  return clauses.some(needsAll) ? undefined : only;
}

/** The steps for some clauses, behind the first lists, which are part of every run. */
export function stepsFor(only: readonly ClauseId[] | undefined): readonly Step[] {
  const needed = neededFor(only);
  if (needed === undefined) return STEPS;
  return STEPS.filter(
    (step) => step === firstList || step.clauses.some((id) => needed.includes(id)),
  );
}

/** True if nothing but lists is sent for the clauses: then no order is looked for by cancelling. */
export function listsAlone(only: readonly ClauseId[] | undefined): boolean {
  return stepsFor(only).every((step) => step === firstList || step === queries);
}
