/** The status of a response, and the finding that follows from it. */
import type { ClauseId, SilenceId } from "../../spec/clauses/index.ts";
import { asksToWait, type Exchange } from "../client/exchange.ts";
import type { CheckContext } from "./check.ts";

/** Why a clause is unproven when the deployment asks the gate to retry too late. */
export const RETRY_TOO_LATE =
  "The deployment delays the call (429, or 503 with Retry-After) for longer than the gate waits. This looks like a ban or a rate limit: --gentle sends fewer bad keys, --rate N fewer calls per second.";

/** Undefined when there is no complete response. */
export function statusOf({ failure, response }: Exchange): number | undefined {
  return failure === undefined ? response?.status : undefined;
}

export function isSuccess(exchange: Exchange): boolean {
  return (statusOf(exchange) ?? 500) < 300;
}

/** Whether the guard refused the call. */
export function isForbidden({ failure }: Exchange): boolean {
  return failure?.kind === "forbidden";
}

/** The status, or why there is no complete response: `404`, `no complete response (no answer within 10 s)`. */
export function describeAnswer({ failure, response }: Exchange): string {
  if (failure !== undefined) return `no complete response (${failure.message.replace(/\.$/, "")})`;
  return response === undefined ? "no response" : String(response.status);
}

/** False, and the clause withheld, when the guard refused the call. */
export function expectSent(context: CheckContext, { failure }: Exchange, clause: ClauseId): boolean {
  if (failure?.kind !== "forbidden") return true;
  context.withheld(clause, failure.message);
  return false;
}

/**
 * Whether the response has one of the wanted statuses. If so, the clause is held; if not, it is violated, or withheld when the
 * guard refused the call, or unproven when the deployment asks to retry later. `situation` is the start of a sentence:
 * "Cancelling order 17".
 */
export function expectStatus(
  context: CheckContext,
  exchange: Exchange,
  clause: ClauseId,
  wanted: readonly number[],
  situation: string,
): boolean {
  if (!expectSent(context, exchange, clause)) return false;
  const status = statusOf(exchange);
  if (status !== undefined && wanted.includes(status)) {
    context.held(clause);
    return true;
  }
  if (asksToWait(exchange)) {
    context.unproven(clause, RETRY_TOO_LATE);
    return false;
  }
  const received = describeAnswer(exchange);
  const first = context.firstAttempt(exchange);
  context.violated(clause, `${situation} gets ${received}.`, first === undefined ? [exchange] : [first, exchange], {
    expected: wanted.join(" or "),
    received,
  });
  return false;
}

/** Observes the answer of the silence that the status means, or the status itself when it has none. */
export function observeStatus(
  context: CheckContext,
  silence: SilenceId,
  exchange: Exchange,
  answers: Readonly<Record<number, string>>,
): void {
  context.observe(silence, answers[statusOf(exchange) ?? 0] ?? describeAnswer(exchange));
}
