import { OPERATIONS } from "../../../spec/interface/operations.ts";
import { isListed } from "../../assertions/order-list.ts";
import { cancellationOf, type Exchange } from "../../client/exchange.ts";
import { MAX_STALE_MS } from "../../ledger/list-gaps.ts";
import { confusableWith, idInterpretations } from "../../safety/id-interpretations.ts";
import {
  describeAnswer,
  isForbidden,
  isGone,
  isSuccess,
  observeAnswer,
  statusOf,
  violateAnswer,
} from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { cancel, expectAnswer } from "./cancellation.ts";
import { EDGE_IDS, ownPetIds } from "./similar-ids.ts";

/** As a script in a page sends them. The message may be German. */
const OF_A_PAGE = [
  ["Accept", "application/json, text/plain, */*"],
  ["Accept-Language", "de-CH, de;q=0.9"],
] as const;
/** No operation takes one. */
/** No operation takes a body. */
const BODY_ANSWERS = {
  silence: "request-body",
  answers: { 404: "ignored", 400: "refused", 413: "refused", 415: "refused" },
} as const;
const A_BODY = { headers: [["Content-Type", "application/json"]], body: "{}" } as const;
/** Ids that are provided as absent, besides those that are always asked for, and so many of which they are chosen. */
const MAX_OTHERS = 10;
const MAX_CHOICE = 1_000;

export const cancelUnknown: Check = {
  id: "cancel-unknown",
  area: "cancel",
  title: "cancelling an unknown int64 id gets 404",
  clauses: ["cancel-unknown-not-found", "not-found-error-body", "cancel-id-exact"],
  async run(context) {
    const list = await context.currentList();
    const { absent } = context.config;
    const { provided } = context.ledger;
    const known = new Set(absent);
    // Those that the policy has no reason to refuse.
    const isFree = (id: bigint) =>
      [...idInterpretations(String(id))].every((other) => known.has(other));
    const free = absent.slice(0, MAX_CHOICE).filter(isFree).slice(0, MAX_OTHERS);
    const pets = ownPetIds(provided, list);
    // Such an id is for cancel-exact: it may cancel the order, which another check needs.
    const isSimilar = (id: bigint) => provided.some(confusableWith(idInterpretations(String(id))));
    const chosen = [...new Set([...EDGE_IDS, ...free])].filter(
      (id) => !isSimilar(id) && !pets.includes(id),
    );
    await Promise.all([
      ...[{}, { headers: OF_A_PAGE }].map(async (more) => {
        const id = context.draw("{drawn}");
        const exchange = await context.send({ ...cancellationOf(id), ...more });
        expectAnswer(context, exchange, "order-unknown", id);
      }),
      ...chosen.map((id) => expectChosenUnknown(context, id)),
      observeAnswer(
        context,
        { ...cancellationOf(context.draw("{drawn}")), ...A_BODY },
        BODY_ANSWERS,
      ),
      expectBeyondInt64Refused(context, 2n ** 64n + BigInt(context.draw("{drawn}"))),
    ]);
  },
};

/**
 * An id that people and programs choose: the drawn ids prove the clause where the policy refuses it. Somebody may have placed an order with
 * it since it was provided as absent.
 */
async function expectChosenUnknown(context: CheckContext, id: bigint): Promise<void> {
  const exchange = await cancel(context, id);
  if (isForbidden(exchange)) return;
  const isTaken =
    (isSuccess(exchange) || statusOf(exchange) === 409) &&
    (await mayBeTaken(context, exchange, id));
  if (!isTaken) return void expectAnswer(context, exchange, "order-unknown", id);
  const why = `Cancelling ${id}, provided as absent, gets ${describeAnswer(exchange)}: it is, or was, an order of somebody else.`;
  context.report.advise("absent-id-taken", why, [exchange]);
}

/** A cancelled order of somebody else cannot be cancelled again; a shipped one is listed. */
async function mayBeTaken(context: CheckContext, exchange: Exchange, id: bigint): Promise<boolean> {
  if (isSuccess(exchange)) return isGone(await cancel(context, id));
  await context.wait(MAX_STALE_MS);
  const list = await context.list();
  return list === undefined || isListed(list, id);
}

async function expectBeyondInt64Refused(context: CheckContext, id: bigint): Promise<void> {
  const exchange = await observeAnswer(
    context,
    cancellationOf(id),
    OPERATIONS.cancelOrder.situations["id-beyond-int64"],
  );
  const situation = "Cancelling with an id beyond int64, which no order can have,";
  if (isSuccess(exchange))
    violateAnswer(context, "cancel-id-exact", [exchange], situation, "a refusal");
}
