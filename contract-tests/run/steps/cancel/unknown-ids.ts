/** Cancels ids that no order has. */
import { OPERATIONS } from "../../../../spec/interface/operations.ts";
import { cancellationOf, orderText } from "../../../client/calls.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { describeAnswer, isGone, isSuccess, statusOf } from "../../../client/outcome.ts";
import { confusableWith, idInterpretations } from "../../../safety/id-interpretations.ts";
import { DRAWN_CANCELLATIONS, EDGE_ID_TABLE } from "../../../tables/ids.ts";
import { allOf } from "../../../tables/table.ts";
import { isListed } from "../../assertions/order-list.ts";
import { compare, untilFresh } from "../../session/lists/compare.ts";
import { listOrders } from "../../session/lists/read-list.ts";
import type { Session } from "../../session/session.ts";
import { observeStatus, violateAnswer } from "../answer-findings.ts";
import { expectAnswer } from "../ask.ts";
import { ownPetIds } from "../auth/own-pets.ts";
import { expectListed } from "../find-orders.ts";
import { rowsFor, sendRows } from "../rows.ts";
import type { Step } from "../step.ts";

/** The answers to the open question on bodies, which no operation takes. */
const BODY_ANSWERS = {
  question: "request-body",
  answers: { 404: "ignored", 400: "refused", 413: "refused", 415: "refused" },
} as const;
const A_BODY = { headers: [["Content-Type", "application/json"]], body: "{}" } as const;
/**
 * How many ids provided as absent we try besides those of the table, and from how many we choose
 * them.
 */
const MAX_OTHERS = 10;
const MAX_CHOICE = 1_000;

export const unknownIds: Step = {
  id: "unknown-ids",
  title: "cancelling an unknown int64 id gets 404",
  clauses: ["cancel-unknown-not-found", "not-found-error-body", "cancel-id-exact"],
  async run(s) {
    if (s.config.readOnly)
      return s.report.unproven("cancel-unknown-not-found", s.orders.provided.pendingNeeded);
    const act = { what: "cancellations of unknown ids", blame: "cancel-only-that-order" } as const;
    await compare(s, act, async () => {
      if (s.wants("cancel-unknown-not-found", "not-found-error-body")) await tryIds(s);
      if (s.wants("cancel-id-exact")) await expectBeyondInt64Refused(s);
    });
  },
};

/** Cancels drawn ids, those of the table, and some that the user provided as absent. */
async function tryIds(s: Session): Promise<void> {
  const drawn = await sendRows(s, DRAWN_CANCELLATIONS, (headers) => ({
    ...cancellationOf(s.draw()),
    headers,
  }));
  const edges = await sendRows(
    s,
    EDGE_ID_TABLE,
    cancellationOf,
    notSimilar(s, rowsFor(s, EDGE_ID_TABLE)),
  );
  const free = await s.all(notSimilar(s, freeIds(s)).map(cancellationOf));
  for (const exchange of [...drawn, ...edges, ...free]) await expectUnknown(s, exchange);

  observeStatus(s, await s.send({ ...cancellationOf(s.draw()), ...A_BODY }), BODY_ANSWERS);
}

/** Returns some of the ids that the user provided as absent and that no safety rule refuses. */
function freeIds({ config: { absent } }: Session): readonly bigint[] {
  const known = new Set(absent);
  const isFree = (id: bigint) =>
    [...idInterpretations(String(id))].every((other) => known.has(other));
  const others = absent.slice(0, MAX_CHOICE).filter((id) => !allOf(EDGE_ID_TABLE).includes(id));
  return others.filter(isFree).slice(0, MAX_OTHERS);
}

/** Leaves out ids that could be taken for a provided order: the step exact-ids tries those. */
function notSimilar({ orders, lists }: Session, ids: readonly bigint[]): readonly bigint[] {
  const provided = orders.provided.ids;
  const pets = ownPetIds(provided, lists.at(-1));
  const isSimilar = (id: bigint) => provided.some(confusableWith(idInterpretations(String(id))));
  return ids.filter((id) => !isSimilar(id) && !pets.includes(id));
}

async function expectUnknown(s: Session, exchange: Exchange): Promise<void> {
  const id = BigInt(orderText(exchange.call)!);
  const isSuspicious = isSuccess(exchange) || statusOf(exchange) === 409;
  if (expectListed(s, exchange, id)) return;
  if (s.orders.drawn.has(id) || !isSuspicious || !(await mayBeTaken(s, id, exchange)))
    return expectAnswer(s, exchange, "order-unknown");
  const why = `Cancelling ${id}, provided as absent, gets ${describeAnswer(exchange)}: it is, or was, an order of somebody else.`;
  s.report.advise("absent-id-taken", why, [exchange]);
}

/**
 * True if somebody may have placed an order with the id: a cancelled one cannot be cancelled again,
 * a shipped one is listed.
 */
async function mayBeTaken(s: Session, id: bigint, exchange: Exchange): Promise<boolean> {
  if (isSuccess(exchange)) return isGone(await s.send(cancellationOf(id)));
  await untilFresh(s);
  const list = await listOrders(s);
  return list === undefined || isListed(list, id);
}

async function expectBeyondInt64Refused(s: Session): Promise<void> {
  const exchange = await s.send(cancellationOf(2n ** 64n + BigInt(s.draw())));
  observeStatus(s, exchange, OPERATIONS.cancelOrder.situations["id-beyond-int64"]);
  const situation = "Cancelling with an id beyond int64, which no order can have,";
  if (isSuccess(exchange)) violateAnswer(s, "cancel-id-exact", [exchange], situation, "a refusal");
}
