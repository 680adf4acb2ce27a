/** Cancelling an order, and what must follow from it (sections Cancel an order, States and transitions). */
import { changedFields, isListed, type OrderList } from "../../assertions/order-list.ts";
import type { Exchange } from "../../client/exchange.ts";
import { describeAnswer, expectStatus, isForbidden, statusOf } from "../answer-status.ts";
import type { CheckContext } from "../check.ts";
import { orderPath } from "../order-ids.ts";

/** Sends a cancellation with the good key. */
export function cancel(context: CheckContext, id: bigint | string): Promise<Exchange> {
  return context.send({ method: "DELETE", path: orderPath(id), credential: "good" });
}

/** Whether the cancellation of an order handed over as pending got 204. */
export async function expectCancelled(context: CheckContext, exchange: Exchange, id: bigint): Promise<boolean> {
  const status = statusOf(exchange);
  const first = context.firstAttempt(exchange);
  if ((status === 404 || status === 409) && first !== undefined) {
    const received = describeAnswer(first);
    if (context.countInterruptedCancellation() === "always")
      context.violated(
        "cancel-pending",
        `Cancelling pending orders never gets 204: each first attempt gets ${received}.`,
        [first, exchange],
        { expected: "204", received },
      );
    context.unproven(
      "cancel-pending",
      "The first attempt to cancel the order got no complete response and may have taken effect: when it was repeated, the order was no longer pending.",
    );
    return false;
  }
  if (status !== undefined && status >= 500) await assertNoEffectOfServerError(context, exchange, id);
  return expectStatus(context, exchange, "cancel-pending", [204], `Cancelling order ${id}, handed over as pending,`);
}

/** Whether a call, or its first attempt, got no complete response: it may have taken effect. */
export function isInterrupted(context: CheckContext, exchange: Exchange): boolean {
  return context.firstAttempt(exchange) !== undefined || (statusOf(exchange) === undefined && !isForbidden(exchange));
}

/** Whether at most one of the parallel cancellations of an order got 204. */
export function assertOneSuccess(context: CheckContext, id: bigint, exchanges: readonly Exchange[]): boolean {
  const successes = exchanges.filter((exchange) => statusOf(exchange) === 204);
  if (successes.length < 2) return true;
  context.violated(
    "cancel-once",
    `Of ${exchanges.length} parallel cancellations of order ${id}, ${successes.length} get 204.`,
    successes.slice(0, 2),
    { expected: "204 once", received: `204 ${successes.length} times` },
  );
  return false;
}

/** After a server error the order must still be pending. */
async function assertNoEffectOfServerError(context: CheckContext, failed: Exchange, id: bigint): Promise<void> {
  const again = await cancel(context, id);
  const status = statusOf(again);
  if (status === 404 || status === 409)
    context.violated(
      "cancel-pending",
      `Cancelling order ${id} gets ${statusOf(failed)}, but the order is no longer pending.`,
      [failed, again],
    );
}

/** 400 to an id that is an int64 and not an order: a ruling makes it advice for negative ids and 0 (spec/rulings.md). */
export function adviseNegativeId(context: CheckContext, exchange: Exchange, id: bigint): void {
  context.advise("negative-id", `Cancelling with the unknown id ${id} gets 400; the contract specifies 404.`, [
    exchange,
  ]);
}

/** A cancelled order gets 404 or 409 when it is cancelled again. */
export async function expectAlreadyCancelled(context: CheckContext, id: bigint): Promise<void> {
  const again = await cancel(context, id);
  if (statusOf(again) === 400 && id <= 0n) return adviseNegativeId(context, again, id);
  if (!expectStatus(context, again, "cancel-once", [404, 409], `Cancelling order ${id} again`)) return;
  context.observe("second-cancel", statusOf(again) === 404 ? "not-found" : "conflict");
}

/**
 * The other orders that were handed over are still listed and unchanged after a cancellation. Whether they are still pending
 * or shipped is found out by the checks that cancel them.
 */
export async function assertOthersUnchanged(
  context: CheckContext,
  before: OrderList | undefined,
  after: OrderList,
  id: bigint,
  cancelled: Exchange,
): Promise<void> {
  const clause = "cancel-only-that-order";
  const { shipped, pending, namedIds, sharded } = context;
  const others = [...shipped, ...(sharded ? [] : pending.filter((other) => !namedIds.has(other)))];
  if (others.length === 0)
    return context.unproven(
      clause,
      "No other order was handed over, and orders that were not handed over may change at any time.",
    );
  if (before === undefined || after.withoutId > 0) return context.unproven(clause, UNREADABLE_LISTS);
  const missing = others.find((other) => isListed(before, other) && !isListed(after, other));
  const again = missing === undefined ? undefined : await context.listOrders();
  if (again !== undefined && missing !== undefined && !isListed(again, missing))
    return context.violated(
      clause,
      `After order ${id} was cancelled, order ${missing} is no longer listed. It was handed over and not cancelled.`,
      [cancelled, again.exchange],
    );
  const changed = await firstChanged(context, before, after, others);
  if (changed === undefined) context.held(clause);
  else violateOtherChanged(context, `After order ${id} was cancelled`, changed, [before, after], cancelled);
}

/** `after` is the start of a sentence. */
export function violateOtherChanged(
  context: CheckContext,
  after: string,
  id: bigint,
  [before, now]: readonly [OrderList, OrderList],
  call: Exchange | undefined,
): void {
  const exchanges = [before.exchange, ...(call === undefined ? [] : [call]), now.exchange];
  context.violated(
    "cancel-only-that-order",
    `${after}, order ${id} has changed. It was handed over and not cancelled.`,
    exchanges,
    { expected: before.watched.get(id) ?? "", received: now.watched.get(id) ?? "" },
  );
}

/** Why a clause about listed orders is unproven. */
export const UNREADABLE_LISTS = "A list could not be read, or contains orders without an id.";

/** Milliseconds in which a field that changes by itself, such as an estimated date to the second, is likely to change. */
const MOVING_MS = 1_500;

/** The first order whose fields differ between the lists; undefined when they only change by themselves. */
export async function firstChanged(
  context: CheckContext,
  before: OrderList,
  after: OrderList,
  ids: readonly bigint[],
): Promise<bigint | undefined> {
  const { moving } = context.lists;
  const changed = (then: OrderList, now: OrderList) =>
    ids.find((id) => changedFields(then, now, id).some((field) => !moving.has(field)));
  const id = changed(before, after);
  if (id === undefined) return undefined;
  // Nothing is cancelled meanwhile.
  await context.wait(MOVING_MS);
  const later = await context.listOrders();
  const moves = later === undefined ? [] : changedFields(after, later, id);
  for (const field of moves) moving.add(field);
  return changed(before, later ?? after);
}
