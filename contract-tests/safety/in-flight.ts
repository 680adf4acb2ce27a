/** How many calls may be under way at the same time. */
import type { Send } from "../client/exchange.ts";

/** Calls at the same time when nothing else is asked for. */
export const PARALLEL = 8;

/**
 * Sends at most `limit()` calls at the same time, in the order in which they were asked for. Calls that go first, and those
 * of a barrier, wait for none of the others: one place is kept for them.
 */
export function limitInFlight(send: Send, limit: () => number): Send {
  const [first, others]: [(() => void)[], (() => void)[]] = [[], []];
  let inFlight = 0;
  const startNext = (): void => {
    for (const [queue, kept] of [
      [first, 0],
      [others, 1],
    ] as const)
      while (queue.length > 0 && inFlight < Math.max(1, limit() - kept)) {
        inFlight++;
        queue.shift()?.();
      }
  };
  return async (call) => {
    await new Promise<void>((resolve) => {
      (call.goesFirst || call.barrier ? first : others).push(resolve);
      startNext();
    });
    try {
      return await send(call);
    } finally {
      inFlight--;
      startNext();
    }
  };
}
