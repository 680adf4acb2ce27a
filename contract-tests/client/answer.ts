/** The answer to a call: from the service, from a gateway in its place, or none. */
import { header, type Received } from "./exchange.ts";

/** Statuses with which a gateway answers in the place of the service. 500 is the service's own. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];

/**
 * True if the service may not have answered: nothing complete arrived, or a gateway answered in its place. Such a call may have had its
 * effect at any later moment, and a gateway may have repeated it.
 */
export function isOpenEnded({ failure, response }: Received): boolean {
  if (failure?.kind === "forbidden") return false;
  return failure !== undefined || GATEWAY_STATUSES.includes(response?.status ?? 0);
}

/** True if a gateway answered in the place of the service, or nobody: refused, reset, 502, 503, 504. */
export function isGatewayAnswer({ failure, response }: Received): boolean {
  if (failure !== undefined)
    return failure.kind === "unreachable" || (failure.kind === "reset" && response === undefined);
  return GATEWAY_STATUSES.includes(response?.status ?? 0);
}

/** Limits and quotas answer with these, if a header says how long they last, or that nothing is left. */
const LIMIT_STATUSES: readonly number[] = [402, 403, 420, 503];

/** True if the response asks the client to retry later: 429, or 503 with Retry-After, or a quota that says so. It is never judged. */
export function asksToWait({ response, failure }: Received): boolean {
  if (response === undefined || failure !== undefined) return false;
  const isUsedUp =
    /\br(?:emaining)?=0\b/.test(header(response, "ratelimit") ?? "") ||
    ["ratelimit-remaining", "x-ratelimit-remaining"].some(
      (name) => header(response, name)?.trim() === "0",
    );
  const isLater = header(response, "retry-after") !== undefined;
  const isLimit = LIMIT_STATUSES.includes(response.status) && (isLater || isUsedUp);
  return response.status === 429 || isLimit;
}

/** Returns undefined when there is no complete response. */
export function statusOf({ failure, response }: Received): number | undefined {
  return failure === undefined ? response?.status : undefined;
}

export function isSuccess(received: Received): boolean {
  return (statusOf(received) ?? 500) < 300;
}

/** As the good key is: with a success, or with what a cache has (304). */
export function isServed(received: Received): boolean {
  return isSuccess(received) || statusOf(received) === 304;
}

/** With which services say that an order was cancelled before. The contract has two of them (spec/rulings.md). */
const GONE: readonly number[] = [404, 409, 410, 422, 423];

/** True if a cancellation says that there is nothing to cancel, or not any more. */
export function isGone(received: Received): boolean {
  return GONE.includes(statusOf(received) ?? 0);
}

/** True if the response says so itself. */
export function isJson({ response }: Received): boolean {
  return response !== undefined && /json/i.test(header(response, "content-type") ?? "");
}

/** True if the rule of safety refused the call. */
export function isForbidden({ failure }: Received): boolean {
  return failure?.kind === "forbidden";
}

/** The status, or why there is no complete response: `404`, `no complete response (no answer within 10 s)`. */
export function describeAnswer({ failure, response }: Received): string {
  return failure === undefined
    ? `${response?.status}`
    : `no complete response (${failure.message.replace(/\.$/, "")})`;
}

/** True if what was asked for is hidden, gone or moved. */
export function isElsewhere(status: number): boolean {
  return [301, 302, 303, 307, 308, 404, 410].includes(status);
}
