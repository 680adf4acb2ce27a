/**
 * Waits for a target that is not up yet, such as a deployment that starts together with the job
 * that checks it.
 */

import type { UserError } from "../../spec/errors/user-error.ts";
import { LIST_WITH_KEY } from "../client/calls.ts";
import { type Clock, SYSTEM_CLOCK } from "../client/clock.ts";
import { isNotUp, reasonNotJudged } from "./first-answer.ts";
import type { Target } from "./target.ts";

/** Milliseconds between two calls. */
const EVERY_MS = 1_000;

interface WaitOptions {
  readonly clock?: Clock;
  /** Aborting the signal ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Called each time that the target is not up. */
  readonly onWait: () => void;
}

/**
 * Lists the orders each second until the service answers, or refuses the key, or the time is over.
 * These calls do not count as calls of the run, which may send only a few. Resolves with the reason
 * if the service has answered none of them.
 */
export async function waitForTarget(
  { send, baseUrl, waitMs }: Pick<Target, "send" | "baseUrl"> & { readonly waitMs: number },
  { clock = SYSTEM_CLOCK, signal, onWait }: WaitOptions,
): Promise<UserError | undefined> {
  const until = clock.now() + waitMs;
  let reason: UserError | undefined;
  while (clock.now() < until && !signal?.aborted) {
    const exchange = await send(LIST_WITH_KEY);
    if (!isNotUp(exchange, baseUrl)) return undefined;
    reason = reasonNotJudged(exchange, baseUrl, undefined);
    onWait();
    await clock.sleep(Math.max(0, Math.min(EVERY_MS, until - clock.now())));
  }
  return reason;
}
