/** What an answer is compared with: one status for one reason, blamed on one clause. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Context } from "../check.ts";
import type { Exchange } from "../exchange.ts";

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
  if (response?.status === 429) {
    context.unproven(
      clause,
      "The deployment limits the rate of calls, and goes on doing so when it is waited for. --rate N asks more slowly.",
    );
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
