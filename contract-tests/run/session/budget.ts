/** How much a run may send, and until when. */
import type { OutgoingCall } from "../../client/calls.ts";
import { isGood } from "../../client/credentials.ts";

/** Calls that may be sent in a run, and milliseconds after the first one from which further ones are refused. */
export const BUDGET = { maxRequests: 2000, runMs: 15 * 60_000 };

/** Above this size of a list (bytes), calls go one at a time and fewer lists are asked for, so that few are in memory. */
export const LONG_LIST_BYTES = 300_000;

/** A list of orders may be a copy that is this many milliseconds old (spec/rulings.md). */
export const MAX_STALE_MS = 2_000;

export class Budget {
  /** How many calls were sent. */
  sent = 0;
  /** What a quiet run has sent, DELETE apart. */
  readonly sentQuietly = { calls: 0, badKeys: 0 };
  private beganAt: number | undefined;

  /** A call that is sent now. */
  count({ method, credential }: OutgoingCall, now: number): void {
    this.beganAt ??= now;
    this.sent++;
    if (method === "DELETE") return;
    this.sentQuietly.calls++;
    if (!isGood(credential)) this.sentQuietly.badKeys++;
  }

  /** Why nothing more may be sent; undefined when it may. */
  usedUp(now: number, maxRequests = BUDGET.maxRequests): string | undefined {
    if (this.sent >= maxRequests) return `The budget of ${maxRequests} requests is used up.`;
    if (now - (this.beganAt ?? Infinity) > BUDGET.runMs)
      return `The time of the run (${BUDGET.runMs / 1000} s) is used up.`;
    return undefined;
  }
}
