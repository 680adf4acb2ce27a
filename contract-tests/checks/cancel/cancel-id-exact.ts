/** orderId is an int64 that is compared with every digit: no similar number is read as the id of an order. */
import { isListed, keyOfId, type OrderList } from "../../assertions/order-list.ts";
import { cancellationOf, type Exchange, type OutgoingCall } from "../../client/exchange.ts";
import { PARALLEL } from "../../pipeline/pace.ts";
import { requestAbsent } from "../../safety/policy.ts";
import {
  describeAnswer,
  expectSent,
  isForbidden,
  isGone,
  isSuccess,
  statusOf,
  violateAnswer,
} from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { absolute } from "../provided-orders.ts";
import { cancellations, judgeAlone, judgeTogether, LISTING } from "../send-together.ts";
import { trySimilarTexts } from "./cancel-malformed.ts";
import { CONNECTION_CLAUSES, openConnections } from "./cancel-parallel.ts";
import { answered, cancel, expectAnswer, expectCancelled, wasInterrupted } from "./cancellation.ts";
import { ownPetIds, similarIds } from "./similar-ids.ts";

const CLAUSE = "cancel-id-exact";
const MAX_INT32 = 2n ** 31n - 1n;
/** Where a service may look for an id beside the path. */
const NAMES = ["id", "orderId", "order_id"];
const JSON_BODY = { headers: [["Content-Type", "application/json"]] } as const;
const HEADERS = ["X-Order-Id", "Order-Id", "X-Resource-Id", "X-Id"];

export const cancelIdExact: Check = {
  id: "cancel-exact",
  area: "cancel",
  title: "an order is cancelled by its exact id only",
  clauses: [
    ...[CLAUSE, ...CONNECTION_CLAUSES, "cancel-malformed-refused", "cancel-pending", "cancel-once"],
    "cancel-only-that-order",
  ] as Check["clauses"],
  // A list with a parameter may round the longest id, so its order is cancelled late.
  async run(context) {
    const { exact: id, parallel, pendingNeeded } = context.orders;
    if (id === undefined) return context.report.withheld(CLAUSE, pendingNeeded);
    const list = await context.currentList();
    const [areTextsRefused, areOthersRefused, isIdExact] = await Promise.all([
      trySimilarTexts(context, parallel ?? id),
      tryOtherPlaces(context, id),
      trySimilarIds(context, id, list),
    ]);
    if (!areOthersRefused || !isIdExact || (parallel === undefined && !areTextsRefused)) return;
    const before = await context.currentList();
    const cancelled = await cancelBesideAnother(context, id);
    if (!expectSent(context, cancelled, CLAUSE)) return;
    const isTried = context.ledger
      .attemptsOn(id)
      .some(({ attempt }) => attempt.kind === "other id");
    const isLong = absolute(id) > MAX_INT32;
    const isGuessed = context.config.guessed?.includes(id);
    // A long id that is not found, or not accepted as one, may have been rounded.
    const isUnknown =
      [400, 404, 409, 422].includes(statusOf(cancelled) ?? 0) &&
      !wasInterrupted(context, cancelled, id);
    const exactly = `Cancelling order ${id}, provided as pending, by its exact id`;
    if (isLong && isUnknown && !isTried && !isGuessed)
      violateAnswer(context, CLAUSE, [cancelled], exactly, "204");
    if (!(await expectCancelled(context, cancelled, id, CLAUSE))) return;
    const [after, again] = await Promise.all([
      context.list(),
      judgeAlone(context, answered("order-cancelled", id)),
    ]);
    if (isSuccess(again)) expectNoOtherCancelled(context, id, [before, after], [cancelled, again]);
    // That a long id is accepted shows that it is not cut off or rounded.
    if (isTried || isLong) return context.report.held(CLAUSE);
    const why = `No id that could be taken for order ${id} was known to be free. ${requestAbsent(similarIds(id).slice(0, 1))}`;
    context.report.unproven(CLAUSE, why);
  },
};

/** Cancels what could be taken for the order. False when the order may have been cancelled. */
async function trySimilarIds(
  context: CheckContext,
  id: bigint,
  list: OrderList | undefined,
): Promise<boolean> {
  const { provided } = context.ledger;
  const twins = absolute(id) <= MAX_INT32 ? [BigInt(context.draw("{drawn}", id))] : [];
  const others = new Set([...similarIds(id), ...ownPetIds([id], list)]);
  const similar = [...twins, ...[...others].filter((other) => !provided.includes(other))];
  const exchanges = await Promise.all(similar.map((other) => cancel(context, other)));
  for (const [nth, exchange] of exchanges.entries())
    if (
      !isForbidden(exchange) &&
      !(await expectSimilarIdUnknown(context, exchange, id, similar[nth]!))
    )
      return false;
  return true;
}

/**
 * Cancels the order at the same moment as the order of cancel-parallel and a shipped one, so that none may undo or hide another,
 * or be judged by the state of another.
 */
async function cancelBesideAnother(context: CheckContext, id: bigint): Promise<Exchange> {
  const { parallel: other, shipped } = context.orders;
  // Another shard may run cancel-parallel, which cancels that order.
  if (
    other === undefined ||
    context.config.sharded ||
    context.ledger.cancelledBy(other) !== undefined
  )
    return cancel(context, id);
  await openConnections(context);
  const how = " at the same moment as pending ones";
  const beside = [
    LISTING,
    ...shipped.slice(0, 1).map((one) => answered("order-shipped", one, how)),
  ];
  // The first list begins before the cancellations, and may be read in parts.
  const first = [LISTING, ...cancellations(other, PARALLEL - 2 - beside.length)];
  const calls = [...first, ...cancellations(id, 1), ...beside];
  const exchanges = await judgeTogether(context, `cancel ${id} and ${other}`, calls);
  const cancelled = exchanges[first.length]!;
  // A gentle run sends no calls at the same moment.
  return isForbidden(cancelled) ? cancel(context, id) : cancelled;
}

/**
 * Whether a similar id gets 404. One that was provided as absent may have become an order of somebody else since: it was read as the order
 * only where that can no longer be cancelled.
 */
async function expectSimilarIdUnknown(
  context: CheckContext,
  exchange: Exchange,
  id: bigint,
  other: bigint,
): Promise<boolean> {
  const { ledger, report } = context;
  const status = statusOf(exchange);
  const how = ", which is similar to the id of an order,";
  if (status !== 409 && !isSuccess(exchange))
    return expectAnswer(context, exchange, "order-unknown", other, how);
  const named = await cancel(context, id);
  const why = `Cancelling ${other} gets ${status}, and then cancelling order ${id} gets ${describeAnswer(named)}`;
  if (isGone(named) || ledger.drawn.has(other)) {
    const detail = { expected: "404", received: String(status) };
    report.violated(
      CLAUSE,
      `${why}: ${other} is not an order and is read as ${id}.`,
      [exchange, named],
      detail,
    );
  } else {
    report.advise("absent-id-taken", `${why}: ${other}, provided as absent, is an order now.`, [
      exchange,
    ]);
    report.unproven(
      CLAUSE,
      `${other}, provided as absent, is an order now. Provide another one: --absent ID.`,
    );
  }
  return false;
}

/**
 * Cancels a number beyond int64 whose lower 64 bits are the id, for which any refusal is a silence; and an unknown id, with the id beside
 * it: the one in the path counts (spec/rulings.md: the id of an order in the query, the body or a header of another request). False when
 * the order may have been cancelled.
 */
async function tryOtherPlaces(context: CheckContext, id: bigint): Promise<boolean> {
  const [wrapped, unknown] = [id + 2n ** 64n, context.draw("{drawn}")];
  const beside = `Cancelling the unknown id ${unknown} with the id ${id} in`;
  const calls: readonly (readonly [situation: string, call: Partial<OutgoingCall>])[] = [
    [`${wrapped} is beyond int64 and is read as ${id}: cancelling it`, cancellationOf(wrapped)],
    [`${beside} the query`, { query: [...NAMES, "ids"].map((name) => `${name}=${id}`).join("&") }],
    [`${beside} headers`, { headers: HEADERS.map((name) => [name, String(id)] as const) }],
    [
      `${beside} the body`,
      { ...JSON_BODY, body: `{${NAMES.map((name) => `"${name}":${id},`).join("")}"ids":[${id}]}` },
    ],
  ];
  const exchanges = await Promise.all(
    calls.map(([, call]) => context.send({ ...cancellationOf(unknown), ...call })),
  );
  for (const [nth, [situation, { path }]] of calls.entries())
    if (isSuccess(exchanges[nth]!))
      violateAnswer(
        context,
        CLAUSE,
        [exchanges[nth]!],
        situation,
        path === undefined ? "404" : "a refusal",
      );
  return !exchanges.some(isSuccess);
}

/** The order could be cancelled twice: the first time another one was, whose id is equal as a double or in 32 bits. */
function expectNoOtherCancelled(
  { ledger, report }: CheckContext,
  id: bigint,
  [before, after]: readonly (OrderList | undefined)[],
  exchanges: readonly Exchange[],
): void {
  if (before === undefined || after === undefined || !isListed(before, id)) return;
  const collides = (other: bigint) =>
    Number(other) === Number(id) || BigInt.asIntN(32, other) === BigInt.asIntN(32, id);
  const missing = [...before.keys.minus(after.keys)];
  const other = missing.find(
    (key) => typeof key !== "string" && key !== keyOfId(id) && collides(BigInt(key)),
  );
  if (other === undefined || ledger.attemptsOn(BigInt(other)).length > 0) return;
  const why = `Order ${id} can be cancelled twice, and order ${other} is no longer listed after the first time.`;
  report.violated(CLAUSE, why, [before.exchange, ...exchanges]);
}
