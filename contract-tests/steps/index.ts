/**
 * The run, from top to bottom. Steps follow each other, so that what happened between two lists is what the step between them did. Within a
 * step, calls that cannot disturb each other go side by side.
 *
 * Three needs decide the order. A list comes first: before the run knows which orders exist, it may send next to nothing. A service may take
 * effect in the background: so whatever may have a late effect comes early, and the last steps ask for all of it once more. And each
 * provided order is tried in one way, so that a change of it has one cause.
 */
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import { badKeys } from "./bad-keys.ts";
import { exactIds } from "./exact-ids.ts";
import { firstList } from "./first-list.ts";
import { furtherKeys } from "./further-keys.ts";
import { lateEffects } from "./late-effects.ts";
import { malformedIds } from "./malformed-ids.ts";
import { onceMore } from "./once-more.ts";
import { openings } from "./openings.ts";
import { pending } from "./pending.ts";
import { queries } from "./queries.ts";
import { shipped } from "./shipped.ts";
import { silences } from "./silences.ts";
import type { Step } from "./step.ts";
import { together } from "./together.ts";
import { unknownIds } from "./unknown-ids.ts";

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

/** The steps for the areas of some clauses; all when a clause binds every response or every list. `firstList` and `onceMore` are for all areas. */
export function stepsFor(only: readonly ClauseId[] | undefined): readonly Step[] {
  const clauses = CLAUSES.filter(({ id }) => only === undefined || only.includes(id));
  if (clauses.some(({ binds }) => binds !== undefined)) return STEPS;
  return STEPS.filter(({ areas }) => clauses.some(({ area }) => areas.includes(area)));
}
