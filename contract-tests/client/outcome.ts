/** What came of a call, and what the status of an answer says. */
import { header, type Received } from "./exchange.ts";

export interface Outcome {
  /**
   * `answered`: by the service. `wait`: asked to send the call again later. `gateway`: answered by a gateway in the place of the service, or by
   * nobody. `broken`: nothing complete arrived. `not sent`: the rule of safety refused the call.
   */
  readonly kind: "answered" | "wait" | "gateway" | "broken" | "not sent";
  /** Undefined when there is no complete response. */
  readonly status?: number | undefined;
  /**
   * True if the service may not have answered: the call may have its effect at any later moment, and a gateway may have repeated it. A 503 that
   * asks to wait does not say that the service never got the call.
   */
  readonly mayActLater: boolean;
}

/** Statuses with which a gateway answers in the place of the service. 500 is the service's own. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504];
/** Limits and quotas answer with these, if a header says how long they last, or that nothing is left. */
const LIMIT_STATUSES: readonly number[] = [402, 403, 420, 503];

export function outcomeOf({ response, failure }: Received): Outcome {
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

/** 429, or 503 with Retry-After, or a quota that says so. */
function asksToWait(response: NonNullable<Received["response"]>): boolean {
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

/** Returns undefined when there is no complete response. */
export function statusOf(received: Received): number | undefined {
  return outcomeOf(received).status;
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

/** True if what was asked for is hidden, gone or moved. */
export function isElsewhere(received: Received): boolean {
  return [301, 302, 303, 307, 308, 404, 410].includes(statusOf(received) ?? 0);
}

/** True if the response says so itself. */
export function isJson({ response }: Received): boolean {
  return response !== undefined && /json/i.test(header(response, "content-type") ?? "");
}

/** The status, or why there is no complete response: `404`, `no complete response (no answer within 10 s)`. */
export function describeAnswer({ failure, response }: Received): string {
  return failure === undefined
    ? `${response?.status}`
    : `no complete response (${failure.message.replace(/\.$/, "")})`;
}
