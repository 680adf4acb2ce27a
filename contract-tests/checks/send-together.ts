/** Calls at the same moment, each on a connection of its own that is kept open. */
import type { Exchange, OutgoingCall } from "../client/exchange.ts";
import { PARALLEL } from "../safety/in-flight.ts";
import type { CheckContext } from "./check.ts";
import { orderPath } from "./order-ids.ts";

/** As many as may be under way at the same time, unless the user asks for fewer. */
export const BURST = PARALLEL;

/** `group` distinguishes the bursts that are sent at the same time. */
export function sendTogether(
  context: CheckContext,
  group: string,
  calls: readonly OutgoingCall[],
): Promise<Exchange[]> {
  const barrier = { group, size: calls.length };
  return Promise.all(calls.map((call, nth) => context.send({ connection: `parallel ${nth}`, ...call, barrier })));
}

export function cancellationOf(id: bigint | string): OutgoingCall {
  return { method: "DELETE", path: orderPath(id), credential: "good" };
}
