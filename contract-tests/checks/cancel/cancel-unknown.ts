import type { Exchange } from "../../client/exchange.ts";
import { confusableWith, idInterpretations } from "../../safety/id-interpretations.ts";
import { expectStatus, isForbidden, isSuccess, observeStatus, statusOf } from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { orderPath } from "../order-ids.ts";
import { adviseNegativeId, cancel } from "./cancellation.ts";
import { EDGE_IDS } from "./similar-ids.ts";

const CLAUSE = "cancel-unknown-not-found";

/** Ids that are handed over as absent, besides those that are always asked for. */
const MAX_OTHERS = 10;

export const cancelUnknown: Check = {
  id: "cancel-unknown",
  area: "cancel",
  title: "cancelling an unknown int64 id gets 404",
  clauses: [CLAUSE, "not-found-error-body", "cancel-id-exact"],
  async run(context) {
    await context.ensureList();
    const others = context.absent.filter((id) => isFree(context, id)).slice(0, MAX_OTHERS);
    const chosen = [...new Set([...EDGE_IDS, ...others])].filter((id) => !isSimilarToOrder(context, id));
    await Promise.all([
      ...["{drawn}", "{drawn}"].map((text) => expectUnknown(context, BigInt(context.draw(text)))),
      ...chosen.map((id) => expectChosenUnknown(context, id)),
      observeRequestBody(context, context.draw("{drawn}")),
      expectBeyondInt64Refused(context, 2n ** 64n + BigInt(context.draw("{drawn}"))),
    ]);
  },
};

async function expectUnknown(context: CheckContext, id: bigint): Promise<void> {
  expectNotFound(context, await cancel(context, id), id);
}

function expectNotFound(context: CheckContext, exchange: Exchange, id: bigint): void {
  expectStatus(context, exchange, CLAUSE, [404], `Cancelling with the unknown id ${id}`);
}

/** An id that people and programs choose: the drawn ids prove the clause where the guard refuses it. */
async function expectChosenUnknown(context: CheckContext, id: bigint): Promise<void> {
  const exchange = await cancel(context, id);
  if (statusOf(exchange) === 400 && id <= 0n) adviseNegativeId(context, exchange, id);
  else if (!isForbidden(exchange)) expectNotFound(context, exchange, id);
}

/** Whether the guard has no reason to refuse an id. */
function isFree({ absent }: CheckContext, id: bigint): boolean {
  return [...idInterpretations(String(id))].every((other) => absent.includes(other));
}

/** Such an id is for cancel-exact: it may cancel the order, which another check needs. */
function isSimilarToOrder({ pending, shipped }: CheckContext, id: bigint): boolean {
  return [...pending, ...shipped].some(confusableWith(idInterpretations(String(id))));
}

/** Sends a body, which no operation takes. */
async function observeRequestBody(context: CheckContext, id: string): Promise<void> {
  const exchange = await context.send({
    method: "DELETE",
    path: orderPath(id),
    credential: "good",
    headers: [["Content-Type", "application/json"]],
    body: "{}",
  });
  if (isForbidden(exchange)) return;
  observeStatus(context, "request-body", exchange, { 404: "ignored", 400: "refused", 413: "refused", 415: "refused" });
}

async function expectBeyondInt64Refused(context: CheckContext, id: bigint): Promise<void> {
  const exchange = await cancel(context, id);
  if (isForbidden(exchange)) return;
  observeStatus(context, "id-beyond-int64", exchange, { 404: "not-found", 400: "bad-request" });
  const status = statusOf(exchange);
  if (isSuccess(exchange))
    context.violated(
      "cancel-id-exact",
      `Cancelling with an id beyond int64, which no order can have, gets ${status}.`,
      [exchange],
      { expected: "a refusal", received: String(status) },
    );
}
