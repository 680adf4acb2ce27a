/** orderId is an int64 that is compared with every digit: no similar number is read as the id of an order. */
import { isListed, type OrderList } from "../../assertions/order-list.ts";
import { asksToWait, type Exchange, LIST_WITH_KEY } from "../../client/exchange.ts";
import { requestAbsent } from "../../safety/policy.ts";
import { describeAnswer, expectSent, expectStatus, isForbidden, isSuccess, statusOf } from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { absolute, pendingIdFor, pendingIdsNeeded } from "../order-ids.ts";
import { BURST, cancellationOf, sendTogether } from "../send-together.ts";
import {
  adviseNegativeId,
  assertOthersUnchanged,
  cancel,
  expectAlreadyCancelled,
  expectCancelled,
} from "./cancellation.ts";
import { expectSimilarTextsRefused } from "./malformed-id.ts";
import { CONNECTION_CLAUSES, openConnections } from "./open-connections.ts";
import { similarIds } from "./similar-ids.ts";

const CLAUSE = "cancel-id-exact";
const GREATEST_INT32 = 2n ** 31n - 1n;

export const cancelIdExact: Check = {
  id: "cancel-exact",
  area: "cancel",
  title: "an order is cancelled by its exact id only",
  clauses: [
    CLAUSE,
    ...CONNECTION_CLAUSES,
    "cancel-malformed-refused",
    "cancel-only-that-order",
    "cancel-pending",
    "cancel-once",
    "list-whole",
  ],
  async run(context) {
    const id = pendingIdFor("exact", context);
    if (id === undefined) return context.withheld(CLAUSE, pendingIdsNeeded(context));
    const before = await context.currentList();
    if (!(await expectSimilarTextsRefused(context, id, before))) return;
    const handedOver = [...context.pending, ...context.shipped];
    const isInt32 = absolute(id) <= GREATEST_INT32;
    const twins = isInt32 ? [BigInt(context.draw("{drawn}", id))] : [];
    const similar = [...twins, ...similarIds(id).filter((other) => !handedOver.includes(other))];
    const [isWrappedIdRefused, ...answers] = await Promise.all([
      expectWrappedIdRefused(context, id),
      ...similar.map(async (similarId) => ({ similarId, exchange: await cancel(context, similarId) })),
    ]);
    const sent = answers.filter(({ exchange }) => !isForbidden(exchange));
    for (const { similarId, exchange } of sent) if (!expectSimilarIdUnknown(context, exchange, id, similarId)) return;
    if (!isWrappedIdRefused) return;
    const between = await context.currentList();
    const cancelled = await cancelBesideAnother(context, id);
    if (!expectSent(context, cancelled, CLAUSE)) return;
    assertExactIdAccepted(
      context,
      cancelled,
      id,
      sent.map(({ exchange }) => exchange),
    );
    if (!(await expectCancelled(context, cancelled, id))) return;
    const [after] = await Promise.all([context.listOrders(), expectAlreadyCancelled(context, id)]);
    if (after !== undefined) await assertOthersUnchanged(context, between, after, id, cancelled);
    await assertNoCollidingIdCancelled(context, between, after, id, cancelled);
    // That a long id is accepted shows that it is not cut off or rounded.
    if (sent.length > 0 || !isInt32) context.held(CLAUSE);
    else
      context.unproven(
        CLAUSE,
        `No id that could be taken for order ${id} was known to be free. ${requestAbsent(similarIds(id).slice(0, 1))}`,
      );
  },
};

/**
 * Cancels the order at the same moment as the order of cancel-parallel and a shipped one, so that none may undo or hide another,
 * or be judged by the state of another.
 */
async function cancelBesideAnother(context: CheckContext, id: bigint): Promise<Exchange> {
  const other = pendingIdFor("parallel", context);
  if (other === undefined || context.attemptedIds.has(other)) return cancel(context, id);
  await openConnections(context);
  const shipped = context.shipped.slice(0, 1);
  const beside = [cancellationOf(id), LIST_WITH_KEY, ...shipped.map(cancellationOf)];
  const others = Array.from({ length: BURST - beside.length }, () => cancellationOf(other));
  const exchanges = await sendTogether(context, `cancel ${id} and ${other}`, [...others, ...beside]);
  const parallel = exchanges.slice(0, others.length);
  const [cancelled, list, refused] = exchanges.slice(others.length);
  // A gentle run sends no calls at the same moment.
  if (cancelled === undefined || isForbidden(cancelled)) return cancel(context, id);
  if (list !== undefined) context.expectList(list);
  if (refused !== undefined) {
    const situation = `Cancelling shipped order ${shipped[0]} at the same moment as pending ones`;
    expectStatus(context, refused, "cancel-shipped-conflict", [409], situation);
  }
  context.parallelCancellations.push(...parallel);
  if (parallel.some((exchange) => context.firstAttempt(exchange) !== undefined)) context.interruptedIds.add(other);
  return cancelled;
}

/** Whether a similar id gets 404. */
function expectSimilarIdUnknown(context: CheckContext, exchange: Exchange, id: bigint, similarId: bigint): boolean {
  const status = statusOf(exchange);
  if (status === 400 && similarId <= 0n) {
    adviseNegativeId(context, exchange, similarId);
    return true;
  }
  if (status === 409 || isSuccess(exchange)) {
    context.violated(
      CLAUSE,
      `${similarId} is not an order and is read as ${id}: cancelling it gets ${status}.`,
      [exchange],
      { expected: "404", received: String(status) },
    );
    return false;
  }
  const situation = `Cancelling with the unknown id ${similarId}, which is similar to the id of an order,`;
  return expectStatus(context, exchange, "cancel-unknown-not-found", [404], situation);
}

/** Whether a number beyond int64 whose lower 64 bits are the id is not read as the id. Any refusal is a silence. */
async function expectWrappedIdRefused(context: CheckContext, id: bigint): Promise<boolean> {
  const wrapped = id + 2n ** 64n;
  const exchange = await cancel(context, wrapped);
  if (!isSuccess(exchange)) return true;
  const status = statusOf(exchange);
  context.violated(
    CLAUSE,
    `${wrapped} is beyond int64 and is read as ${id}: cancelling it gets ${status}.`,
    [exchange],
    { expected: "a refusal", received: String(status) },
  );
  return false;
}

/** A long id that is refused may have been rounded; after calls with similar ids, one of these may have cancelled the order. */
function assertExactIdAccepted(
  context: CheckContext,
  exchange: Exchange,
  id: bigint,
  similar: readonly Exchange[],
): void {
  const status = statusOf(exchange) ?? 0;
  const isRefused = status >= 400 && status < 500 && !asksToWait(exchange);
  if (!isRefused || context.firstAttempt(exchange) !== undefined) return;
  if (similar.length === 0 && absolute(id) <= GREATEST_INT32) return;
  const received = describeAnswer(exchange);
  context.violated(
    CLAUSE,
    `Cancelling order ${id}, handed over as pending, by its exact id gets ${received}.`,
    [...similar.slice(-1), exchange],
    { expected: "204", received },
  );
}

/** The order that is no longer listed is the cancelled one, not one with an id that is equal as a double or in 32 bits. */
async function assertNoCollidingIdCancelled(
  context: CheckContext,
  before: OrderList | undefined,
  after: OrderList | undefined,
  id: bigint,
  cancelled: Exchange,
): Promise<void> {
  if (before === undefined || after === undefined || !isListed(after, id)) return;
  const missing = [...before.keys].find(
    (key) =>
      typeof key !== "string" &&
      !context.attemptedIds.has(BigInt(key)) &&
      collides(BigInt(key), id) &&
      !after.keys.has(key),
  );
  if (missing === undefined) return;
  const again = await context.listOrders();
  if (again === undefined || !isListed(again, id) || again.keys.has(missing)) return;
  context.violated(
    CLAUSE,
    `After order ${id} was cancelled, order ${missing} is no longer listed, and order ${id} still is.`,
    [before.exchange, cancelled, again.exchange],
  );
}

function collides(other: bigint, id: bigint): boolean {
  return Number(other) === Number(id) || BigInt.asIntN(32, other) === BigInt.asIntN(32, id);
}
