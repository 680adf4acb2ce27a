/** orderId is an int64 that is compared with every digit: no similar number is read as the id of an order. */
import { isListed, type OrderList } from "../../assertions/order-list.ts";
import { keyOfId } from "../../assertions/order-set.ts";
import { cancellationOf, type Exchange, LIST_WITH_KEY, type OutgoingCall } from "../../client/exchange.ts";
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
import { currentList } from "../list/current-list.ts";
import { absolute } from "../provided-orders.ts";
import { BURST, sendTogether } from "../send-together.ts";
import { CONNECTION_CLAUSES, openConnections } from "./cancel-parallel.ts";
import {
  adviseNegativeId,
  cancel,
  expectAlreadyCancelled,
  expectAnswer,
  expectCancelled,
  wasInterrupted,
} from "./cancellation.ts";
import { trySimilarTexts } from "./malformed-id.ts";
import { similarIds } from "./similar-ids.ts";

const CLAUSE = "cancel-id-exact";
const MAX_INT32 = 2n ** 31n - 1n;
/** Where a service may look for an id beside the path. */
const NAMES = ["id", "orderId", "order_id"];
const HEADERS = ["X-Order-Id", "Order-Id", "X-Resource-Id", "X-Id"];

export const cancelIdExact: Check = {
  id: "cancel-exact",
  area: "cancel",
  title: "an order is cancelled by its exact id only",
  clauses: [CLAUSE, ...CONNECTION_CLAUSES, "cancel-malformed-refused", "cancel-pending", "cancel-once"],
  // A list with a parameter may round the longest id, so its order is cancelled late.
  after: ["mixed-calls", "list-queries"],
  priority: true,
  cost: ({ exact }) => (exact === undefined ? { calls: 0, badKeyCalls: 0 } : { calls: 48, badKeyCalls: BURST }),
  async run(context) {
    const { exact: id, parallel, pendingNeeded } = context.orders;
    if (id === undefined) return context.report.withheld(CLAUSE, pendingNeeded);
    await currentList(context);
    const [areTextsRefused, isIdExact] = await Promise.all([
      trySimilarTexts(context, parallel ?? id),
      trySimilarIds(context, id),
    ]);
    if (!isIdExact || (parallel === undefined && !areTextsRefused)) return;
    const before = await currentList(context);
    const cancelled = await cancelBesideAnother(context, id);
    if (!expectSent(context, cancelled, CLAUSE)) return;
    const isTried = context.ledger.attemptsOn(id).some(({ attempt }) => attempt.kind === "other id");
    const isLong = absolute(id) > MAX_INT32;
    const isGuessed = context.config.guessed?.includes(id);
    if (isLong && !isTried && !isGuessed) expectLongIdAccepted(context, cancelled, id);
    if (!(await expectCancelled(context, cancelled, id, CLAUSE))) return;
    const [after, again] = await Promise.all([context.list(), expectAlreadyCancelled(context, id)]);
    if (again !== undefined && isSuccess(again)) expectNoOtherCancelled(context, id, before, after, [cancelled, again]);
    // That a long id is accepted shows that it is not cut off or rounded.
    if (isTried || isLong) context.report.held(CLAUSE);
    else
      context.report.unproven(
        CLAUSE,
        `No id that could be taken for order ${id} was known to be free. ${requestAbsent(similarIds(id).slice(0, 1))}`,
      );
  },
};

/** Cancels what could be taken for the order. False when the order may have been cancelled. */
async function trySimilarIds(context: CheckContext, id: bigint): Promise<boolean> {
  const { config } = context;
  const provided = [...config.pending, ...config.shipped];
  const twins = absolute(id) <= MAX_INT32 ? [BigInt(context.draw("{drawn}", id))] : [];
  const similar = [...twins, ...similarIds(id).filter((other) => !provided.includes(other))];
  const [isWrappedRefused, isOtherIgnored, ...answers] = await Promise.all([
    expectWrappedIdRefused(context, id),
    sendBesideId(context, id),
    ...similar.map(async (other) => ({ other, exchange: await cancel(context, other) })),
  ]);
  for (const { other, exchange } of answers)
    if (!isForbidden(exchange) && !(await expectSimilarIdUnknown(context, exchange, id, other))) return false;
  return isWrappedRefused && isOtherIgnored;
}

/**
 * Cancels the order at the same moment as the order of cancel-parallel and a shipped one, so that none may undo or hide another,
 * or be judged by the state of another.
 */
async function cancelBesideAnother(context: CheckContext, id: bigint): Promise<Exchange> {
  const { parallel: other, shipped: allShipped } = context.orders;
  if (other === undefined || context.ledger.stateOf(other).is === "gone") return cancel(context, id);
  await openConnections(context);
  const shipped = allShipped.slice(0, 1);
  const beside = [cancellationOf(id), LIST_WITH_KEY, ...shipped.map(cancellationOf)];
  const others = Array.from({ length: BURST - beside.length }, () => cancellationOf(other));
  const exchanges = await sendTogether(context, `cancel ${id} and ${other}`, [...others, ...beside]);
  const [cancelled, list, refused] = exchanges.slice(others.length);
  // A gentle run sends no calls at the same moment.
  if (cancelled === undefined || isForbidden(cancelled)) return cancel(context, id);
  if (list !== undefined) context.expectList(list);
  if (refused !== undefined)
    expectAnswer(context, refused, ["order-shipped", shipped[0]!], { how: " at the same moment as pending ones" });
  return cancelled;
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
  const status = statusOf(exchange);
  if (status === 400 && other <= 0n) {
    adviseNegativeId(context, exchange, other);
    return true;
  }
  if (status !== 409 && !isSuccess(exchange))
    return expectAnswer(context, exchange, ["order-unknown", other], {
      how: ", which is similar to the id of an order,",
    });
  const named = await cancel(context, id);
  const why = `Cancelling ${other} gets ${status}, and then cancelling order ${id} gets ${describeAnswer(named)}`;
  if (isGone(named) || context.ledger.drawn.has(other))
    context.report.violated(CLAUSE, `${why}: ${other} is not an order and is read as ${id}.`, [exchange, named], {
      expected: "404",
      received: String(status),
    });
  else {
    context.report.advise("absent-id-taken", `${why}: ${other}, provided as absent, is an order now.`, [exchange]);
    context.report.unproven(CLAUSE, `${other}, provided as absent, is an order now. Provide another one: --absent ID.`);
  }
  return false;
}

/** Whether a number beyond int64 whose lower 64 bits are the id is not read as the id. Any refusal is a silence. */
async function expectWrappedIdRefused(context: CheckContext, id: bigint): Promise<boolean> {
  const wrapped = id + 2n ** 64n;
  const exchange = await cancel(context, wrapped);
  if (!isSuccess(exchange)) return true;
  const situation = `${wrapped} is beyond int64 and is read as ${id}: cancelling it`;
  violateAnswer(context, CLAUSE, [exchange], situation, "a refusal");
  return false;
}

/**
 * The id in the path is the one that counts (spec/rulings.md: the id of an order in the query, the body or a header of another request).
 * Cancels an unknown id, with the id of a pending order beside it. False when that order may have been
 * cancelled.
 */
async function sendBesideId(context: CheckContext, id: bigint): Promise<boolean> {
  const others: readonly (Pick<OutgoingCall, "query" | "headers" | "body"> & { readonly where: string })[] = [
    { where: "the query", query: [...NAMES, "ids"].map((name) => `${name}=${id}`).join("&") },
    { where: "headers", headers: HEADERS.map((name) => [name, String(id)] as const) },
    {
      where: "the body",
      headers: [["Content-Type", "application/json"]],
      body: `{${NAMES.map((name) => `"${name}":${id},`).join("")}"ids":[${id}]}`,
    },
  ];
  const unknown = context.draw("{drawn}");
  const sent = await Promise.all(
    others.map(async ({ where, ...other }) => ({
      where,
      exchange: await context.send({ ...cancellationOf(unknown), ...other }),
    })),
  );
  const success = sent.find(({ exchange }) => !isForbidden(exchange) && isSuccess(exchange));
  if (success === undefined) return true;
  const situation = `Cancelling the unknown id ${unknown} with the id ${id} in ${success.where}`;
  violateAnswer(context, CLAUSE, [success.exchange], situation, "404");
  return false;
}

/** A long id that is not found, or not accepted as one, may have been rounded. */
function expectLongIdAccepted(context: CheckContext, exchange: Exchange, id: bigint): void {
  if (![400, 404, 409, 422].includes(statusOf(exchange) ?? 0) || wasInterrupted(context, exchange, id)) return;
  const situation = `Cancelling order ${id}, provided as pending, by its exact id`;
  violateAnswer(context, CLAUSE, [exchange], situation, "204");
}

/** The order could be cancelled twice: the first time another one was, whose id is equal as a double or in 32 bits. */
function expectNoOtherCancelled(
  { ledger, report }: CheckContext,
  id: bigint,
  before: OrderList | undefined,
  after: OrderList | undefined,
  exchanges: readonly Exchange[],
): void {
  if (before === undefined || after === undefined) return;
  const other = before.keys
    .minus(after.keys)
    .find((key) => typeof key !== "string" && key !== keyOfId(id) && collides(BigInt(key), id));
  if (other === undefined || ledger.attemptsOn(BigInt(other)).length > 0 || !isListed(before, id)) return;
  const why = `Order ${id} can be cancelled twice, and order ${other} is no longer listed after the first time.`;
  report.violated(CLAUSE, why, [before.exchange, ...exchanges]);
}

function collides(other: bigint, id: bigint): boolean {
  return Number(other) === Number(id) || BigInt.asIntN(32, other) === BigInt.asIntN(32, id);
}
