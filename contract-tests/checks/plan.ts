/**
 * The plan of a run, from top to bottom: what runs, after what, beside what, and why there. `run/run-all.ts` carries it out: a step starts
 * as soon as all steps that it comes after have ended, and runs beside whatever else is ready.
 *
 * Three needs decide the order. A list comes first: before the run knows which orders exist, it may send next to nothing. A service may
 * take effect in the background: so whatever may have a late effect comes early, and the last steps ask for all of it once more. And each
 * provided order is tried in one way at a time, so that a change of it has one cause.
 */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { authCancel, authList } from "./auth/auth-keys.ts";
import { authNoEffect, authRefused } from "./auth/auth-no-effect.ts";
import { authSpellings } from "./auth/auth-spellings.ts";
import { cancelPending, cancelShipped } from "./cancel/cancel-by-state.ts";
import { cancelIdExact } from "./cancel/cancel-id-exact.ts";
import { cancelMalformed } from "./cancel/cancel-malformed.ts";
import { cancelParallel } from "./cancel/cancel-parallel.ts";
import { cancelRevisited } from "./cancel/cancel-revisited.ts";
import { cancelUnknown } from "./cancel/cancel-unknown.ts";
import type { Check } from "./check.ts";
import { listAgain } from "./list/list-again.ts";
import { listQueries } from "./list/list-queries.ts";
import { listWhole } from "./list/list-whole.ts";
import { mixedCalls } from "./mixed-calls.ts";
import { pets } from "./pets.ts";
import { unspecified, version } from "./versioning.ts";

export interface Step {
  readonly check: Check;
  /** Calls to a conforming deployment with four pending orders and a shipped one; 0 for the step that takes what the others leave. */
  readonly calls: number;
  /** It starts when all of these have ended, those of them that the run has. */
  readonly after?: readonly Check[];
  /** No other step runs beside it. */
  readonly alone?: true;
  /** Its calls wait for each other, one by one: they go before those of other steps, or it would end last. */
  readonly goesFirst?: true;
  /** It is part of every run, whichever clauses are selected. */
  readonly always?: true;
}

/** Calls of a run on a conforming deployment: what the steps leave of them repeats earlier questions (`cancel-revisited`). */
export const CALLS_OF_A_RUN = 400;

/** In an order in which each step stands behind those that it comes after. */
export const PLAN: readonly Step[] = [
  // The first list shows which ids exist: until then, the run sends nothing that names another id than those provided.
  { check: listWhole, calls: 3 },
  { check: version, calls: 1 },

  // What may have a late effect. The shipped order comes before any cancellation: a 409 afterwards could have another cause.
  { check: cancelShipped, calls: 4, after: [listWhole], goesFirst: true },
  { check: cancelPending, calls: 5, after: [cancelShipped], goesFirst: true },
  { check: authRefused, calls: 26, after: [cancelPending], goesFirst: true },

  // What has no effect on a conforming deployment runs beside these, in the time in which they wait for an answer.
  { check: authCancel, calls: 7, after: [listWhole] },
  { check: pets, calls: 20, after: [listWhole] },
  { check: cancelUnknown, calls: 3, after: [listWhole] },
  { check: unspecified, calls: 8, after: [listWhole] },

  // A malformed id may end a careless service. Alone, so that it is known which call ended it; and behind what needs a service.
  {
    check: cancelMalformed,
    calls: 13,
    after: [authRefused, authCancel, pets, cancelUnknown, unspecified, version],
    alone: true,
  },
  { check: authSpellings, calls: 46, after: [authRefused, cancelMalformed] },
  { check: listQueries, calls: 30, after: [cancelMalformed] },

  // Its calls are held until all of them can be sent together.
  { check: mixedCalls, calls: 48, after: [cancelPending, authSpellings, listQueries], alone: true },

  // The other pending orders, one after the other: each cancellation of one watches those that are left.
  { check: cancelIdExact, calls: 37, after: [mixedCalls, listQueries], goesFirst: true },
  { check: cancelParallel, calls: 2, after: [cancelIdExact], goesFirst: true },
  {
    check: authNoEffect,
    calls: 9,
    after: [authRefused, authSpellings, cancelParallel],
    goesFirst: true,
  },
  { check: authList, calls: 62, after: [mixedCalls] },

  // Late effects show by now. What is left of the calls is for the questions with the fewest answers so far.
  {
    check: cancelRevisited,
    calls: 0,
    after: [cancelIdExact, cancelParallel, authNoEffect, authList],
  },

  // What the lists and answers of the whole run show together.
  { check: listAgain, calls: 2, after: [cancelRevisited], always: true },
];

export const CHECKS: readonly Check[] = PLAN.map(({ check }) => check);

/** The steps that can prove one of the clauses, and those of every run; all when one of the clauses binds every response. */
export function stepsFor(only: readonly ClauseId[] | undefined): readonly Step[] {
  const bindsEveryResponse = only?.some(
    (clause) => !CHECKS.some(({ clauses }) => clauses.includes(clause)),
  );
  if (only === undefined || bindsEveryResponse) return PLAN;
  return PLAN.filter(
    ({ check, always }) => always || check.clauses.some((clause) => only.includes(clause)),
  );
}

/** Calls that the steps behind one send. */
export function callsAfter(check: Check): number {
  const at = CHECKS.indexOf(check);
  return PLAN.slice(at + 1).reduce((sum, { calls }) => sum + calls, 0);
}
