/** Waits for a target that is not up yet, such as a deployment that starts while the job that checks it does. */

import type { UserError } from "../../spec/errors/user-error.ts";
import { LIST_WITH_KEY } from "../client/calls.ts";
import { type Clock, SYSTEM_CLOCK } from "../client/clock.ts";
import { isNotUp, reasonNotJudged } from "./probe-target.ts";
import type { Target } from "./target.ts";

/** Milliseconds between two questions. */
const EVERY_MS = 1_000;

interface Waiting {
  readonly clock?: Clock;
  /** When it is aborted, the wait ends. */
  readonly signal?: AbortSignal | undefined;
  /** Called each time that the target is not up. */
  readonly onWait: () => void;
}

/**
 * Lists the orders each second until the service answers, or refuses the key, or the time of the target is over. These calls are not
 * counted as those of the run, which may send only a few. Resolves with the reason if the service has answered none of them.
 */
export async function waitForTarget(
  { send, baseUrl, waitMs }: Pick<Target, "send" | "baseUrl"> & { readonly waitMs: number },
  { clock = SYSTEM_CLOCK, signal, onWait }: Waiting,
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
