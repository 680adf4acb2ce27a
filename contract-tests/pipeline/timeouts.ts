/** Where calls of a kind time out, the run does not wait for the full time of each further one. */
import { durationOf, type Exchange, type OutgoingCall } from "../client/exchange.ts";
import { kindOf, type RunEnd, type Stage } from "./stage.ts";

/** Timeouts of a kind of calls, without an answer between them, after which the time is reduced. */
const TIMEOUTS_BEFORE_SHORTER_WAIT = 2;
/** Milliseconds of the reduced time, unless three times the slowest response is longer. */
const MIN_TIMEOUT_MS = 2_000;
/** Calls that time out, without any complete response, before the run gives up. */
const MAX_TIMEOUTS = 8;

export function timeouts(end: RunEnd): Stage {
  const timedOut = new Map<string, number>();
  let total = 0;
  /** Milliseconds of the slowest complete response; 0 without one. */
  let slowestMs = 0;

  const shortened = (call: OutgoingCall): OutgoingCall | undefined => {
    if ((timedOut.get(kindOf(call)) ?? 0) < TIMEOUTS_BEFORE_SHORTER_WAIT) return undefined;
    const timeoutMs = Math.max(MIN_TIMEOUT_MS, 3 * slowestMs);
    return call.timeoutMs !== undefined && call.timeoutMs <= timeoutMs ? undefined : { ...call, timeoutMs };
  };

  const count = (call: OutgoingCall, exchange: Exchange): void => {
    const kind = kindOf(call);
    if (exchange.failure === undefined) {
      timedOut.delete(kind);
      slowestMs = Math.max(slowestMs, durationOf(exchange));
    } else if (exchange.failure.kind === "timeout") {
      timedOut.set(kind, (timedOut.get(kind) ?? 0) + 1);
      if (++total >= MAX_TIMEOUTS && slowestMs === 0)
        end.why ??= `The deployment completes no response in time: ${exchange.failure.message}.`;
    }
  };

  return (next) => async (call) => {
    const shorter = shortened(call);
    const exchange = await next(shorter ?? call);
    count(call, exchange);
    const { failure } = exchange;
    // A time that was cut short proves nothing.
    return shorter === undefined || failure?.kind !== "timeout"
      ? exchange
      : { ...exchange, failure: { ...failure, isShortened: true } };
  };
}
