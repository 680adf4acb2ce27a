/**
 * Opens connections to the service, and those of the service to its database, before an order is cancelled: by calls that cancel
 * nothing. That a connection has sent a call without a key must not matter to the next one.
 */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { answerOf } from "../../../spec/interface/operations.ts";
import { cancellationOf, GET_PET } from "../../client/exchange.ts";
import { expectStatus, isForbidden } from "../answer-status.ts";
import type { CheckContext } from "../check.ts";
import { expectPetRefused } from "../pets.ts";
import { BURST, sendTogether } from "../send-together.ts";

const BESIDE = "at the same moment as others";

/** What the responses to these calls can show. */
export const CONNECTION_CLAUSES = [
  "pets-unauthorized",
  "cancel-unknown-not-found",
  "cancel-shipped-conflict",
] as const satisfies readonly ClauseId[];

export async function openConnections(context: CheckContext): Promise<void> {
  const withoutKey = Array.from({ length: BURST }, () => ({ ...GET_PET, credential: "none" }) as const);
  for (const exchange of await sendTogether(context, "without a key", withoutKey))
    if (!isForbidden(exchange)) await expectPetRefused(context, exchange);
  const unknown = context.draw("{drawn}");
  const shipped = context.orders.shipped[0];
  const ids = Array.from({ length: BURST }, (_, nth) => (nth % 2 === 0 ? unknown : (shipped ?? unknown)));
  const exchanges = await sendTogether(context, "without an effect", ids.map(cancellationOf));
  for (const [nth, exchange] of exchanges.entries()) {
    if (isForbidden(exchange)) continue;
    const isShipped = ids[nth] === shipped;
    const answer = answerOf("cancelOrder", isShipped ? "order-shipped" : "order-unknown");
    const situation = isShipped ? `Cancelling shipped order ${shipped}` : `Cancelling with the unknown id ${unknown}`;
    expectStatus(context, exchange, answer, `${situation} ${BESIDE}`);
  }
}
