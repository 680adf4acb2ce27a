/** The events of a scenario: orders that ship by themselves, a key that expires, and faults. */
import type { OperationId } from "../spec/clauses/index.ts";

/**
 * How a response is lost: the connection is reset, no response is sent, the body is truncated, or the body is not JSON.
 * The request still has its effect, as after a real network failure.
 */
export const FAILURES = ["reset", "hang", "truncate", "invalid-json"] as const;
export type FaultFailure = (typeof FAILURES)[number];

/**
 * A fault affects some requests. Each fault counts the requests to its operations in one world, from 1. All conditions that
 * are given must hold. If several faults affect a request, the first with a delay and the first with a status or a failure apply.
 */
export interface Fault {
  /** The affected operations; all by default. */
  readonly on?: OperationId | readonly OperationId[];
  /** From 0 to 1. Derived from the world's seed and the number of the request, so that the same requests get the same faults. */
  readonly probability?: number;
  /** Only this request. */
  readonly nth?: number;
  /** Every nth request: 3 means the third, the sixth, and so on. */
  readonly every?: number;
  /** Only requests after this one. */
  readonly after?: number;
  /** At most this many requests. */
  readonly times?: number;
  /** Milliseconds before the response, or their minimum and maximum. */
  readonly delay?: number | readonly [min: number, max: number];
  /** The request is answered with this status, from 400 to 599, and an Error; it has no effect. */
  readonly status?: number;
  /** Seconds, sent as Retry-After with the status. */
  readonly retryAfter?: number;
  readonly fail?: FaultFailure;
}

/** Orders that ship by themselves. Exactly one of the last three fields is given. */
export interface ShipRule {
  /** The order; without it, pending orders chosen by the seed. */
  readonly id?: bigint;
  /** How many orders the seed chooses; 1 by default. */
  readonly count?: number;
  /** Seconds after the world was first listed. */
  readonly afterSeconds?: number;
  /** After this many lists have been answered. */
  readonly afterLists?: number;
  /** On every nth cancel, the order ships just before it. */
  readonly beforeCancel?: number;
}

export interface ScenarioEvents {
  readonly ships?: readonly ShipRule[];
  /** The key is refused after this many requests. */
  readonly key?: { readonly expiresAfter: number };
  readonly faults?: readonly Fault[];
}
