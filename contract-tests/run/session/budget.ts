/** How much a run may send, and for how long. */
import type { OutgoingCall } from "../../client/calls.ts";
import { isGood } from "../../client/credentials.ts";

/**
 * The maximum number of calls in a run, and the time in milliseconds after the first call from
 * which we refuse further ones.
 */
export const BUDGET = { maxRequests: 2000, runMs: 15 * 60_000 };

/**
 * Above this list size in bytes, calls go one at a time and we ask for fewer lists, so that few are
 * in memory.
 */
export const LONG_LIST_BYTES = 300_000;

/** A list may be a copy that is up to this many milliseconds old (spec/rulings.md). */
export const MAX_STALE_MS = 2_000;

export class Budget {
  sent = 0;
  /** Calls other than DELETE, which a quiet run limits. */
  readonly sentQuietly = { calls: 0, badKeys: 0 };
  private beganAt: number | undefined;

  /** Counts a call at the moment it is sent. */
  count({ method, credential }: OutgoingCall, now: number): void {
    this.beganAt ??= now;
    this.sent++;
    if (method === "DELETE") return;
    this.sentQuietly.calls++;
    if (!isGood(credential)) this.sentQuietly.badKeys++;
  }

  /** Returns why nothing more may be sent; undefined if a call may be. */
  usedUp(now: number, maxRequests = BUDGET.maxRequests): string | undefined {
    if (this.sent >= maxRequests) return `The budget of ${maxRequests} requests is used up.`;
    if (now - (this.beganAt ?? Infinity) > BUDGET.runMs)
      return `The time of the run (${BUDGET.runMs / 1000} s) is used up.`;
    return undefined;
  }
}
