/** Where calls of a kind time out, the run does not wait for the full time of each further one. */
import { durationOf, type Exchange, type OutgoingCall, type Send } from "../client/exchange.ts";
import { kindOf } from "./patience.ts";
import { RunEnded } from "./run-ended.ts";

/** Time-outs of a kind of calls, without an answer between them, after which the time is reduced. */
const TIMEOUTS_BEFORE_SHORTER_WAIT = 2;
/** Milliseconds of the reduced time, unless three times the slowest response is longer. */
const MIN_TIMEOUT_MS = 2_000;
/** Calls that time out, without any complete response, before the run gives up. */
const MAX_TIMEOUTS = 8;

export function withTimeOuts(client: Send): Send {
  const timedOut = new Map<string, { readonly times: number; readonly at: number }>();
  let total = 0;
  /** Milliseconds of the slowest complete response; 0 without one. */
  let slowestMs = 0;

  return async (call: OutgoingCall): Promise<Exchange> => {
    const kind = kindOf(call);
    const timeoutMs = Math.max(MIN_TIMEOUT_MS, 3 * slowestMs);
    const isOften = (timedOut.get(kind)?.times ?? 0) >= TIMEOUTS_BEFORE_SHORTER_WAIT;
    const isShortened = isOften && (call.timeoutMs ?? Infinity) > timeoutMs;
    const exchange = await client(isShortened ? { ...call, timeoutMs } : call);
    const { failure } = exchange;
    if (failure === undefined) {
      timedOut.delete(kind);
      slowestMs = Math.max(slowestMs, durationOf(exchange));
    }
    if (failure?.kind !== "timeout") return exchange;
    const { times, at } = timedOut.get(kind) ?? { times: 0, at: -Infinity };
    // Time-outs at the same time are one: the deployment stood still.
    if (exchange.sentAt >= at) timedOut.set(kind, { times: times + 1, at: exchange.receivedAt });
    if (++total >= MAX_TIMEOUTS && slowestMs === 0)
      throw new RunEnded(
        `The deployment completes no response in time: ${failure.message.replace(/\.$/, "")}.`,
      );
    // A time that was cut short proves nothing.
    return isShortened ? { ...exchange, failure: { ...failure, isShortened } } : exchange;
  };
}
