/** Ends a run that has used up its calls or its time, or is interrupted. */
import type { Clock } from "../client/clock.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { type RunEnd, refusedExchange, type Stage } from "./stage.ts";

export interface Budget {
  /** Calls that may be sent in the whole run. */
  readonly maxRequests: number;
  /** Milliseconds after the first call from which calls are refused. */
  readonly runMs: number;
}

export const BUDGET: Budget = { maxRequests: 2000, runMs: 15 * 60_000 };

export function budget(
  { maxRequests, runMs }: Budget,
  ledger: Ledger,
  end: RunEnd,
  clock: Clock,
  signal: AbortSignal | undefined,
): Stage {
  return (next) => async (call) => {
    const { entries } = ledger;
    if (clock.now() - (entries[0]?.sentAt ?? clock.now()) > runMs)
      end.why ??= `The time of the run (${runMs / 1000} s) is used up.`;
    else if (entries.length >= maxRequests)
      end.why ??= `The budget of ${maxRequests} requests is used up; --max-requests raises it.`;
    const why = signal?.aborted ? "The run was interrupted." : end.why;
    return why === undefined ? next(call) : refusedExchange(call, why, clock.now());
  };
}
