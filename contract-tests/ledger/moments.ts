/**
 * What may be concluded from the times of two exchanges. Each is an interval, and the service took effect at one unknown moment in it:
 * so one is before another only when it had ended before the other began (Lamport, "Time, Clocks, and the Ordering of Events", 1978).
 * This is the only comparison of times in the gate.
 */
import type { Exchange } from "../client/exchange.ts";

/** Milliseconds of the clock of the run. An exchange that is under way ends at Infinity. */
export type Interval = Pick<Exchange, "sentAt" | "receivedAt">;

/** Whether `a` had ended before `b` began. Where neither is before the other, nothing follows from their order. */
export function isBefore(a: Interval, b: Interval): boolean {
  return a.receivedAt <= b.sentAt;
}

/** Whether `a` may have taken effect before `b` ended. */
export function mayPrecede(a: Interval, b: Interval): boolean {
  return !isBefore(b, a);
}

export function overlap(a: Interval, b: Interval): boolean {
  return mayPrecede(a, b) && mayPrecede(b, a);
}

/** What ended last comes last: for what is shown, and for the nearest of those that are before another. */
export function byEnd(a: Interval, b: Interval): number {
  return a.receivedAt - b.receivedAt;
}

/** Milliseconds from the end of `a` to the beginning of `b`: for so long, something was certainly as both show it. */
export function pauseBetween(a: Interval, b: Interval): number {
  return b.sentAt - a.receivedAt;
}

/** The time from the beginning of one exchange to the end of another. */
export function span(from: Interval, to: Interval): Interval {
  return { sentAt: from.sentAt, receivedAt: to.receivedAt };
}

export const ENDLESS: Interval = { sentAt: Infinity, receivedAt: Infinity };

/** Statuses with which a gateway answers in the place of the service. 500 is the service's own. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/**
 * Whether the service may not have answered: nothing complete arrived, or a gateway answered in its place. Such a call may have had its
 * effect at any later moment, and a gateway may have repeated it.
 */
export function isOpenEnded({
  failure,
  response,
}: Pick<Exchange, "failure" | "response">): boolean {
  if (failure?.kind === "forbidden") return false;
  return (
    failure !== undefined || (response !== undefined && GATEWAY_STATUSES.includes(response.status))
  );
}

/** Whether a gateway answered in the place of the service, or nobody: refused, reset, 502, 503, 504. */
export function isGatewayAnswer({
  failure,
  response,
}: Pick<Exchange, "failure" | "response">): boolean {
  if (failure !== undefined)
    return failure.kind === "unreachable" || (failure.kind === "reset" && response === undefined);
  return response !== undefined && GATEWAY_STATUSES.includes(response.status);
}
