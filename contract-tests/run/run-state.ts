/** What a run remembers from check to check. */

import type { KnownList } from "../assertions/known-list.ts";
import { ListHistory } from "../assertions/list-history.ts";
import type { AnswerKind } from "../checks/answer-kinds.ts";
import type { Credential } from "../client/credentials.ts";
import type { Exchange } from "../client/exchange.ts";
import { type GuardState, newGuardState } from "../safety/guard.ts";

export interface RunState {
  readonly guard: GuardState;
  /** By kind, the answers that the run has got so far. */
  readonly answers: Partial<Record<AnswerKind, number>>;
  /** The bad credentials with which listing the orders got 401. */
  readonly refusedCredentials: Set<Credential>;
  /** Kinds of calls that timed out twice: further ones get a shorter timeout. */
  readonly hangingCalls: Set<string>;
  /** Kinds of calls that got 502, 503 or 504 until the run gave up: they are repeated once, without a wait. */
  readonly unavailableCalls: Set<string>;
  /** Settled when the last call that waits for the deployment to be available again has been sent. */
  lastUnavailable?: Promise<unknown>;
  /** Checks with a server error that did not occur again when the call was repeated; those of one restart count once. */
  serverErrors: number;
  /** When the last call with such an error was sent again, in milliseconds since the epoch. */
  recoveredAt: number;
  /** While the deployment cannot be reached: settled when it can be, or the run has ended. */
  recovery?: Promise<unknown>;
  /** Calls of the interface that are under way, with their repetitions. */
  knownCalls: number;
  /** Whether a connection was closed after a call that is not of the interface. */
  hasCrashed: boolean;
  /** Cancellations of orders handed over that got no complete response and may have taken effect. */
  interruptedCancellations: number;
  /** Orders handed over that a call with the good key may have cancelled, whatever the response. */
  readonly attemptedIds: Set<bigint>;
  /** Orders handed over whose exact id a cancellation with the good key had. */
  readonly namedIds: Set<bigint>;
  /** Orders handed over whose cancellation got 204. */
  readonly cancelledIds: Set<bigint>;
  /** Cancellations of a pending order with bad credentials. */
  readonly refusedCancellations: Exchange[];
  /** When the first cancellation got 204, and when the first with a bad key was sent, in milliseconds since the epoch. */
  firstEffects: { cancelled?: number; refused?: number };
  /** Whether no cancellation with the good key was sent so far. */
  isQuiet: boolean;
  /** Cancellations of a pending order that were sent at the same moment as that of another one. */
  readonly parallelCancellations: Exchange[];
  /** The orders of those of which one got no complete response, and may have taken effect. */
  readonly interruptedIds: Set<bigint>;
  /** Cancellations that were sent, but for those with the exact id of an order that does not exist, or no longer. */
  possibleEffects: number;
  /** The lists that were asked for as a whole. */
  readonly lists: ListHistory;
  /** The last list without faults: a body of the same bytes is not read again. */
  lastList?: KnownList;
}

export function newRunState(): RunState {
  return {
    guard: newGuardState(),
    answers: {},
    refusedCredentials: new Set(),
    hangingCalls: new Set(),
    unavailableCalls: new Set(),
    serverErrors: 0,
    recoveredAt: 0,
    knownCalls: 0,
    hasCrashed: false,
    interruptedCancellations: 0,
    attemptedIds: new Set(),
    namedIds: new Set(),
    cancelledIds: new Set(),
    refusedCancellations: [],
    firstEffects: {},
    isQuiet: true,
    parallelCancellations: [],
    interruptedIds: new Set(),
    possibleEffects: 0,
    lists: new ListHistory(),
  };
}
