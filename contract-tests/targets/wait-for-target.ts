/** Waits for a target that is not up yet, such as a deployment that starts while the job that checks it does. */
import { LIST_WITH_KEY } from "../client/calls.ts";
import { type Clock, SYSTEM_CLOCK } from "../client/clock.ts";
import { isNotUp } from "./probe-target.ts";
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
 * counted as those of the run, which may send only a few.
 */
export async function waitForTarget(
  { send, baseUrl, waitMs = 0 }: Pick<Target, "send" | "baseUrl" | "waitMs">,
  { clock = SYSTEM_CLOCK, signal, onWait }: Waiting,
): Promise<void> {
  const until = clock.now() + waitMs;
  while (clock.now() < until && !signal?.aborted) {
    if (!isNotUp(await send(LIST_WITH_KEY), baseUrl)) return;
    onWait();
    await clock.sleep(Math.max(0, Math.min(EVERY_MS, until - clock.now())));
  }
}
