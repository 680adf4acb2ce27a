/**
 * The run, from top to bottom. Steps follow each other, so what happened between two lists was done
 * by the step between them. Within a step, calls that cannot disturb each other go side by side.
 *
 * Three needs decide the order of steps. A list comes first: before the run knows which orders
 * exist, it may send next to nothing. A service may act in the background: calls that may have a
 * late effect come early, and the last steps ask for all of it once more. And we try each provided
 * order in one way only, so that any change has one cause.
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
import { openQuestions } from "./open-questions.ts";
import type { Step } from "./step.ts";

export const STEPS: readonly Step[] = [
  firstList,
  // A careless service may show the effects of these calls later. The shipped order comes before
  // any cancellation: a 409 afterwards could have another cause.
  shipped,
  pending,
  badKeys,
  // These calls have no effect on a conforming deployment.
  unknownIds,
  openQuestions,
  // A malformed id may end a careless service: by now, most operations have been judged.
  malformedIds,
  openings,
  queries,
  together,
  // These steps use the remaining pending orders: first those that nothing was tried on, then the
  // order of the bad keys, which lists have shown unchanged since.
  exactIds,
  lateEffects,
  onceMore,
  // The keys that find least come last.
  furtherKeys,
];

/**
 * Returns the clauses that a run is for; undefined if it needs all of them. A clause that binds
 * every response, whatever its status, needs the whole run, and so does list-whole.
 */
export function neededFor(only: readonly ClauseId[] | undefined): readonly ClauseId[] | undefined {
  const clauses: readonly Clause[] = CLAUSES.filter(({ id }) => only?.includes(id));
  const needsAll = ({ id, binds, status }: Clause) =>
    id === "list-whole" || (binds === "every response" && status === undefined);
  return clauses.some(needsAll) ? undefined : only;
}

/** Returns the steps for these clauses, after the first lists, which are part of every run. */
export function stepsFor(only: readonly ClauseId[] | undefined): readonly Step[] {
  const needed = neededFor(only);
  if (needed === undefined) return STEPS;
  return STEPS.filter(
    (step) => step === firstList || step.clauses.some((id) => needed.includes(id)),
  );
}

/**
 * True if the steps for the clauses send nothing but lists: then the run does not cancel orders to
 * find a shipped one.
 */
export function listsAlone(only: readonly ClauseId[] | undefined): boolean {
  return stepsFor(only).every((step) => step === firstList || step === queries);
}
