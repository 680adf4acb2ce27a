/** What an answer is compared with: one status for one reason, blamed on one clause. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Context } from "../check.ts";
import { type Exchange, isDeferral } from "../exchange.ts";

/** Why a clause stays open when every answer is "later". */
export const PUT_OFF =
  "The deployment puts the call off (429 or 503 with Retry-After), longer than the gate waits. --rate N asks more slowly.";

/**
 * Whether the answer has the status that the clause asks for. If not, the clause is violated, or withheld when
 * the relay did not let the call pass.
 */
export function expectStatus(
  context: Context,
  exchange: Exchange,
  clause: ClauseId,
  wanted: readonly number[],
  situation: string,
): boolean {
  const { failure, response } = exchange;
  if (failure?.kind === "forbidden") {
    context.withheld(clause, failure.message);
    return false;
  }
  if (failure === undefined && response !== undefined && wanted.includes(response.status)) {
    context.held(clause);
    return true;
  }
  if (isDeferral(exchange)) {
    context.unproven(clause, PUT_OFF);
    return false;
  }
  const received = receivedOf(exchange);
  const before = context.after(exchange);
  context.violated(clause, `${situation} gets ${received}.`, before === undefined ? [exchange] : [before, exchange], {
    expected: wanted.join(" or "),
    received,
  });
  return false;
}

/** `404`, or what came in place of a response. */
export function receivedOf({ failure, response }: Exchange): string {
  if (failure !== undefined) return `no whole answer (${failure.message.replace(/\.$/, "")})`;
  return response === undefined ? "no answer" : String(response.status);
}

export function isForbidden({ failure }: Exchange): boolean {
  return failure?.kind === "forbidden";
}

export function statusOf({ failure, response }: Exchange): number | undefined {
  return failure === undefined ? response?.status : undefined;
}
