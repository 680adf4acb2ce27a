/**
 * orderId is an int64 that a service compares with every digit: it must not read a similar number
 * or text as the id of an order.
 */

import { cancellationOf, type OutgoingCall, orderText } from "../../../client/calls.ts";
import { isGood } from "../../../client/credentials.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { isProbe } from "../../../client/nature.ts";
import { describeAnswer, isGone, isSuccess, outcomeOf, statusOf } from "../../../client/outcome.ts";
import { idInterpretations } from "../../../safety/id-interpretations.ts";
import { MAX_INT32, similarIds } from "../../../tables/ids.ts";
import { fillId, SIMILAR_TEXTS } from "../../../tables/texts.ts";
import { compare } from "../../session/lists/compare.ts";
import { absolute } from "../../session/orders/provided-orders.ts";
import type { Session } from "../../session/session.ts";
import { isAnswer, violateAnswer } from "../answer-findings.ts";
import { expectAnswer } from "../ask.ts";
import { ownPetIds } from "../auth/own-pets.ts";
import { expectListed, replaceShipped } from "../find-orders.ts";
import { rowsFor, sendRows } from "../rows.ts";
import type { Step } from "../step.ts";
import { cancelAtOnce, type TriedOrder } from "./at-once.ts";
import { pauseAtRandom, wasInterrupted } from "./cancellations.ts";
import { TEXTS, tryTexts } from "./malformed-ids.ts";

const CLAUSE = "cancel-id-exact";
/** Headers in which a service may look for an id. */
const ID_HEADERS = ["X-Order-Id", "Order-Id", "X-Resource-Id", "X-Id"];

export const exactIds: Step = {
  id: "exact-ids",
  title: "an order is cancelled by its exact id only, and of several cancellations at once by one",
  clauses: [
    "cancel-id-exact",
    "cancel-pending",
    "cancel-no-content",
    "cancel-once",
    "cancel-only-that-order",
  ],
  async run(s) {
    const { exact: id, parallel = id, pendingNeeded } = s.orders.provided;
    if (s.orders.provided.parallel === undefined) s.report.unproven("cancel-once", pendingNeeded);
    if (id === undefined || parallel === undefined) return s.report.unproven(CLAUSE, pendingNeeded);
    const pets = ownPetIds([id], s.lists.at(-1));

    const texts: TriedOrder = { ...TEXTS, id: parallel, sent: [] };
    const ids: TriedOrder = { id, what: "cancellations with other ids", blame: CLAUSE, sent: [] };
    if (!s.orders.of(parallel).isAsked)
      await compare(s, texts, async () => {
        texts.sent = await trySimilarTexts(s, parallel);
      });
    if (!s.orders.of(id).isAsked)
      await compare(s, ids, async () => {
        const sent = s.wants(CLAUSE)
          ? [...(await tryOtherPlaces(s, id)), ...(await trySimilarIds(s, id, pets))]
          : [];
        ids.sent = sent.filter((exchange) => outcomeOf(exchange).kind !== "not sent");
        await pauseAtRandom(s);
      });
    const both = { ...ids, sent: [...texts.sent, ...ids.sent] };
    const before = s.baseline.list;
    await cancelAtOnce(s, parallel === id ? [both] : [ids, texts]);

    // A listed order that turned out to have shipped shows nothing: another one takes its place.
    const isIdReplaced = await replaceShipped(s, id, before, CLAUSE);
    const isOtherReplaced = await replaceShipped(s, parallel, before, "cancel-once");
    if (isIdReplaced || isOtherReplaced) await exactIds.run(s);
  },
};

/**
 * Sends texts that a lenient parser reads as the id of this order, and not as the id of another
 * provided one.
 */
function trySimilarTexts(s: Session, id: bigint): Promise<readonly Exchange[]> {
  const others = s.orders.provided.ids.filter((other) => other !== id);
  const fill = (text: string) => fillId(text, id);
  const isOwn = (text: string) => {
    const read = idInterpretations(fill(text));
    return !others.some((other) => read.has(other));
  };
  const own = rowsFor(s, SIMILAR_TEXTS).filter(isOwn);
  // If each text can also be read as another provided order, a change could have several causes;
  // only a success is clear.
  const rows = own.length > 0 ? own : rowsFor(s, SIMILAR_TEXTS).slice(0, 1);
  return tryTexts(s, SIMILAR_TEXTS, fill, rows);
}

/** Sends all similar ids, and judges the answers until the order itself was cancelled. */
async function trySimilarIds(
  s: Session,
  id: bigint,
  pets: readonly bigint[],
): Promise<readonly Exchange[]> {
  const twins = absolute(id) <= MAX_INT32 ? [BigInt(s.draw("{drawn}", id))] : [];
  const others = new Set([...similarIds(id), ...pets]);
  const similar = [
    ...twins,
    ...[...others].filter((other) => !s.orders.provided.ids.includes(other)),
  ];
  // A service may read one of the similar ids as the order, so we ask this before we send them.
  const isAnyIdTaken = isAnyIdCancelled(s);
  const table = { clauses: [CLAUSE], unit: "ids", quiet: similar } as const;
  const exchanges = await sendRows(s, table, cancellationOf);
  for (const [nth, exchange] of exchanges.entries())
    if (outcomeOf(exchange).kind === "not sent") isAnswer(s, exchange, CLAUSE);
    else if (!s.orders.of(id).isAsked)
      await expectSimilarIdUnknown(s, exchange, id, similar[nth]!, isAnyIdTaken);
  return exchanges;
}

/**
 * A similar id gets 404. An id that was provided as absent may have become somebody else's order
 * since: the service read it as this order only if this order can no longer be cancelled.
 */
async function expectSimilarIdUnknown(
  s: Session,
  exchange: Exchange,
  id: bigint,
  other: bigint,
  isAnyIdTaken: boolean,
): Promise<void> {
  const status = statusOf(exchange);
  const how = ", which is similar to the id of an order,";
  if (isAnyIdTaken || (status !== 409 && !isSuccess(exchange)))
    return expectAnswer(s, exchange, "order-unknown", { how });
  const named = await s.send(cancellationOf(id));
  const why = `Cancelling ${other} gets ${status}, and then cancelling order ${id} gets ${describeAnswer(named)}`;
  if (s.orders.drawn.has(other) || (isGone(named) && !wasInterrupted(s, id))) {
    const detail = { expected: "404", received: String(status) };
    const read = `${why}: ${other} is not an order and is read as ${id}.`;
    return s.report.violated(CLAUSE, read, [exchange, named], detail);
  }
  if (expectListed(s, exchange, other)) return;
  const taken = `${other}, provided as absent, is an order now.`;
  s.report.advise("absent-id-taken", `${why}: ${taken}`, [exchange]);
  s.report.unproven(CLAUSE, `${taken} Provide another one with absent in orders-kit.yaml.`);
}

/**
 * Cancels a number beyond int64 whose lower 64 bits are the id, for which any refusal is an open
 * question. Also cancels an unknown id with the order's id in the query, the body or a header: only
 * the id in the path counts.
 */
async function tryOtherPlaces(s: Session, id: bigint): Promise<readonly Exchange[]> {
  const [wrapped, unknown] = [id + 2n ** 64n, s.draw()];
  const body = `{"id":${id},"orderId":${id},"order_id":${id},"ids":[${id}]}`;
  const beside: Readonly<Record<string, Partial<OutgoingCall>>> = {
    "the query": { query: `id=${id}&orderId=${id}&order_id=${id}&ids=${id}` },
    headers: { headers: ID_HEADERS.map((name) => [name, String(id)] as const) },
    "the body": { headers: [["Content-Type", "application/json"]], body },
  };
  const calls = Object.values(beside).map((more) => ({ ...cancellationOf(unknown), ...more }));
  const exchanges = await s.all([cancellationOf(wrapped), ...calls]);

  // If an unknown order can be cancelled anyway, success says nothing about the id beside it.
  if (isAnyIdCancelled(s)) return exchanges;
  const ofUnknown = `Cancelling unknown order ${unknown} with the id ${id} in`;
  const situations = [
    `${wrapped} is beyond int64 and is read as ${id}: cancelling it`,
    ...Object.keys(beside).map((place) => `${ofUnknown} ${place}`),
  ];
  for (const [nth, exchange] of exchanges.entries())
    if (isSuccess(exchange))
      violateAnswer(s, CLAUSE, [exchange], situations[nth]!, "a refusal, and no effect");
  return exchanges;
}

/**
 * True if a plain call with the key has cancelled a drawn id, which no order has and which is
 * similar to none.
 */
function isAnyIdCancelled({ exchanges, orders }: Session): boolean {
  const unknown = new Set([...orders.drawn].map(String));
  return exchanges.some(
    (one) =>
      unknown.has(orderText(one.call) ?? "") &&
      isGood(one.call.credential) &&
      !isProbe(one.call) &&
      isSuccess(one),
  );
}
