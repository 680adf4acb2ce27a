/** An orderId that is not an integer may be refused in any way, but must have no effect and break nothing (spec/rulings.md). */
import { isListed, type OrderList } from "../../assertions/order-list.ts";
import { type Exchange, LIST_WITH_KEY } from "../../client/exchange.ts";
import { describeAnswer, expectSent, isForbidden, isSuccess, observeStatus, statusOf } from "../answer-status.ts";
import type { CheckContext } from "../check.ts";
import { cancel, isInterrupted } from "./cancellation.ts";
import { WORD } from "./malformed-ids.ts";
import { DISPUTABLE_TEXTS, fillId, similarTexts } from "./similar-texts.ts";
import { hasStackTrace } from "./stack-trace.ts";

const CLAUSE = "cancel-malformed-refused";

/** Sends a cancellation with a malformed id and judges the response. */
export async function expectMalformedRefused(
  context: CheckContext,
  text: string,
  whenAccepted: "violation" | "advice" = "violation",
): Promise<Exchange> {
  const exchange = await cancel(context, text);
  if (isForbidden(exchange)) {
    // One text is enough to withhold the clause.
    if (text === WORD) expectSent(context, exchange, CLAUSE);
    return exchange;
  }
  const status = statusOf(exchange);
  const situation = `Cancelling with the malformed id ${text.length > 40 ? `${text.slice(0, 37)}…` : text}`;
  const why = `${situation} gets ${describeAnswer(exchange)}.`;
  const detail = { expected: "a refusal (4xx)", received: String(status) };
  if (status === undefined) await assertServiceAlive(context, exchange, why);
  else if (status < 300 && whenAccepted === "advice")
    context.advise("similar-id-accepted", `${why} It is disputable whether this is an integer.`, [exchange]);
  else if (status < 400) context.violated(CLAUSE, why, [exchange], detail);
  else if (status >= 500 && hasStackTrace(exchange))
    context.violated(CLAUSE, `${why} Its body contains a stack trace.`, [exchange], detail);
  else if (status >= 500)
    context.advise("malformed-server-error", `${why} The error is the client's, so the status should be 4xx.`, [
      exchange,
    ]);
  else {
    context.held(CLAUSE);
    observeStatus(context, "malformed-id", exchange, {
      404: "not-found",
      400: "bad-request",
      422: "unprocessable",
    });
  }
  return exchange;
}

/**
 * Sends cancellations of a pending order with texts that a lenient parser reads as its id. False when the order may have been
 * cancelled.
 */
export async function expectSimilarTextsRefused(
  context: CheckContext,
  id: bigint,
  before: OrderList | undefined,
): Promise<boolean> {
  const texts = similarTexts(id, context);
  const exchanges = await Promise.all(texts.map((text) => expectMalformedRefused(context, fillId(text, id))));
  if (exchanges.some(isSuccess)) return false;
  const last = exchanges.findLast((exchange) => !isForbidden(exchange));
  if (last === undefined) return true;
  const after = await context.listOrders();
  if (before === undefined || after === undefined) return true;
  if (!isListed(before, id) || isListed(after, id) || after.withoutId > 0) return true;
  const why = `After cancellations with texts that are only similar to its id, pending order ${id} is no longer listed.`;
  context.violated(CLAUSE, why, [last, after.exchange]);
  return false;
}

export interface DisputableAttempt {
  /** The one that was accepted. */
  readonly accepted?: Exchange;
  /** Whether one got no complete response, and may have cancelled the order. */
  readonly interrupted: boolean;
}

/** Sends cancellations of a pending order with texts of which it is disputable whether they are its id. */
export async function tryDisputableTexts(context: CheckContext, id: bigint): Promise<DisputableAttempt> {
  const exchanges = await Promise.all(
    DISPUTABLE_TEXTS.map((text) => expectMalformedRefused(context, fillId(text, id), "advice")),
  );
  const interrupted = exchanges.some((exchange) => isInterrupted(context, exchange));
  const accepted = exchanges.find(isSuccess);
  return { interrupted, ...(accepted && { accepted }) };
}

/** After a call without a response: advice when the service answers other calls, a violation when it does not. */
async function assertServiceAlive(context: CheckContext, exchange: Exchange, why: string): Promise<void> {
  for (let attempt = 0; attempt < 4; attempt++) {
    const list = await context.send(LIST_WITH_KEY);
    if (list.response !== undefined)
      return context.advise("malformed-no-answer", `${why} The service still answers other calls.`, [exchange]);
    if (attempt === 3)
      return context.violated(CLAUSE, `${why} After that the service no longer answers.`, [exchange, list]);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
