/** Classifies the result of a call, and what the status of an answer says. */
import { type Answer, header } from "./exchange.ts";

export interface Outcome {
  /**
   * `answered`: by the service. `wait`: asked to send the call again later. `gateway`: answered by
   * a gateway in place of the service, or by nobody. `broken`: nothing complete arrived. `not
   * sent`: a safety rule refused the call.
   */
  readonly kind: "answered" | "wait" | "gateway" | "broken" | "not sent";
  /** Undefined if there is no complete response. */
  readonly status?: number | undefined;
  /**
   * True if the service itself may not have answered: the call may take effect at any later moment,
   * and a gateway may have repeated it. A 503 that asks to wait does not prove that the service
   * never got the call.
   */
  readonly mayActLater: boolean;
}

/** Statuses of a gateway that answers in place of the service. 500 is the service's own. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];
/** Statuses of limits and quotas, if a header says how long they last or that nothing is left. */
const LIMIT_STATUSES: readonly number[] = [402, 403, 420, 503];

export function outcomeOf({ response, failure }: Answer): Outcome {
  if (failure?.kind === "forbidden") return { kind: "not sent", mayActLater: false };
  const isNobody =
    failure?.kind === "unreachable" || (failure?.kind === "reset" && response === undefined);
  if (isNobody) return { kind: "gateway", mayActLater: true };
  if (failure !== undefined || response === undefined) return { kind: "broken", mayActLater: true };

  const { status } = response;
  const mayActLater = GATEWAY_STATUSES.includes(status);
  if (asksToWait(response)) return { kind: "wait", status, mayActLater };
  return { kind: mayActLater ? "gateway" : "answered", status, mayActLater };
}

/** True for 429, and for a limit status with Retry-After or a used-up quota. */
function asksToWait(response: NonNullable<Answer["response"]>): boolean {
  const { status } = response;
  if (status === 429) return true;
  if (!LIMIT_STATUSES.includes(status)) return false;
  const isUsedUp =
    /\br(?:emaining)?=0\b/.test(header(response, "ratelimit") ?? "") ||
    ["ratelimit-remaining", "x-ratelimit-remaining"].some(
      (name) => header(response, name)?.trim() === "0",
    );
  return isUsedUp || header(response, "retry-after") !== undefined;
}

/** Returns undefined if there is no complete response. */
export function statusOf(received: Answer): number | undefined {
  return outcomeOf(received).status;
}

export function isSuccess(received: Answer): boolean {
  return (statusOf(received) ?? 500) < 300;
}

/** True for what the good key gets: a success, or 304 from a cache. */
export function isServed(received: Answer): boolean {
  return isSuccess(received) || statusOf(received) === 304;
}

/**
 * Statuses that say that an order is already cancelled. The contract has two of them
 * (spec/rulings.md).
 */
const GONE: readonly number[] = [404, 409, 410, 422, 423];

/** True if a cancellation says that there is nothing left to cancel. */
export function isGone(received: Answer): boolean {
  return GONE.includes(statusOf(received) ?? 0);
}

/** True if the resource is hidden, gone or moved. */
export function isElsewhere(received: Answer): boolean {
  return [301, 302, 303, 307, 308, 404, 410].includes(statusOf(received) ?? 0);
}

/** True if the response declares JSON. */
export function isJson({ response }: Answer): boolean {
  return response !== undefined && /json/i.test(header(response, "content-type") ?? "");
}

/**
 * Returns the status, or why there is no complete response: `404`, `no complete response (no answer
 * within 10 s)`.
 */
export function describeAnswer({ failure, response }: Answer): string {
  return failure === undefined
    ? `${response?.status}`
    : `no complete response (${failure.message.replace(/\.$/, "")})`;
}
