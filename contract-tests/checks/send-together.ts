/** Calls at the same moment, each on a connection of its own that is kept open. */
import {
  asksToWait,
  cancellationOf,
  type Exchange,
  LIST_WITH_KEY,
  type OutgoingCall,
} from "../client/exchange.ts";
import { isOpenEnded, overlap } from "../ledger/moments.ts";
import { isForbidden } from "./answer-status.ts";
import type { CheckContext } from "./check.ts";

/** A call, and what judges its response; without `judge`, the check itself does. */
export interface JudgedCall {
  readonly call: OutgoingCall;
  readonly judge?: (context: CheckContext, exchange: Exchange) => unknown;
}

export const LISTING: JudgedCall = {
  call: LIST_WITH_KEY,
  judge: ({ expectList }, exchange) => expectList(exchange),
};

/** Sends a call, and judges its response if the policy lets it go. */
export async function judgeAlone(
  context: CheckContext,
  { call, judge }: JudgedCall,
): Promise<Exchange> {
  const exchange = await context.send(call);
  if (!isForbidden(exchange)) await judge?.(context, exchange);
  return exchange;
}

/**
 * Sends calls together, and judges those that the policy lets go, one after the other. `group` distinguishes the bursts that are sent at
 * the same time.
 */
export async function judgeTogether(
  context: CheckContext,
  group: string,
  calls: readonly JudgedCall[],
  connections = "parallel",
): Promise<readonly Exchange[]> {
  const barrier = { group, size: calls.length };
  const sent = calls.map(({ call }, nth) =>
    context.send({ ...call, connection: `${connections} ${nth}`, barrier }),
  );
  const exchanges = await Promise.all(sent);
  for (const [nth, exchange] of exchanges.entries())
    if (!isForbidden(exchange)) await calls[nth]!.judge?.(context, exchange);
  return exchanges;
}

/** So many cancellations of an order. */
export function cancellations(id: bigint, length: number): readonly JudgedCall[] {
  return Array.from({ length }, () => ({ call: cancellationOf(id) }));
}

/** Whether two calls with complete answers really were under way at the same time: a limit may have sent them one by one. */
export function wereTogether(exchanges: readonly Exchange[]): boolean {
  const complete = exchanges.filter((one) => !isOpenEnded(one) && !asksToWait(one));
  return complete.some((one, nth) => complete.slice(nth + 1).some((other) => overlap(one, other)));
}
