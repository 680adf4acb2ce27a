/** What a scenario makes happen beside the answers of the contract: orders that ship by themselves, a key that expires, faults. */
import type { OperationId } from "../spec/operations.ts";

/**
 * How an answer is lost: the connection is reset, nothing comes, the body ends early, the body is no JSON. The call has
 * had its effect all the same, which is what a client must be able to live with.
 */
export const FAILURES = ["reset", "hang", "truncate", "invalid-json"] as const;
export type Failure = (typeof FAILURES)[number];

/**
 * Something that goes wrong with some calls. Each fault counts the calls of its operations in one world, from 1; of the
 * conditions that are given all must hold. Among the faults of a call, the first that delays and the first that answers decide.
 */
export interface Fault {
  /** The operations that it concerns; all by default. */
  readonly on?: OperationId | readonly OperationId[];
  /** From 0 to 1; drawn from the world's seed and the call's number, so that the same calls meet the same faults. */
  readonly probability?: number;
  /** This call alone. */
  readonly nth?: number;
  /** Every so many calls: 3 is the third, the sixth … */
  readonly every?: number;
  /** Only calls after so many. */
  readonly after?: number;
  /** At most so many calls in all. */
  readonly times?: number;
  /** Milliseconds until the answer, or the least and the most of them. */
  readonly delay?: number | readonly [least: number, most: number];
  /** Answered with this status, from 400 to 599, and an Error; the call has no effect. */
  readonly status?: number;
  /** Seconds, sent as Retry-After with the status. */
  readonly retryAfter?: number;
  readonly fail?: Failure;
}

/** Orders that ship by themselves. One of the three times is given. */
export interface Shipping {
  /** This order; without it, pending orders that the seed chooses. */
  readonly id?: bigint;
  /** How many of those; 1 by default. */
  readonly count?: number;
  /** Seconds since the world was first listed. */
  readonly afterSeconds?: number;
  /** Once so many lists have been answered. */
  readonly afterLists?: number;
  /** The order of every so manieth cancel, between the list that showed it and that cancel. */
  readonly beforeCancel?: number;
}

export interface Troubles {
  readonly ships?: readonly Shipping[];
  /** After so many calls with it the key is refused. */
  readonly key?: { readonly expiresAfter: number };
  readonly faults?: readonly Fault[];
}
