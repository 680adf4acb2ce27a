/**
 * Notices a reset of the whole store in the middle of a run: all orders that the run has cancelled
 * are listed again at once, as they were (spec/rulings.md). That is the operator's doing. If only
 * some come back, or one by one, the service is at fault.
 */

import { isBefore } from "../../../client/exchange.ts";
import { changedFields, isListed, type OrderList } from "../../assertions/order-list.ts";
import { runError } from "../../run-errors.ts";
import { MAX_STALE_MS } from "../budget.ts";
import { listOrders } from "../lists/read-list.ts";
import type { Session } from "../session.ts";
import { type CancelledOrder, cancelledOrders } from "./orders.ts";

/**
 * The run watches for at most this many milliseconds whether the cancelled orders come back again.
 */
const MAX_WATCH_MS = 10_000;

/**
 * Explains why an order that the run had cancelled could be cancelled again. Throws RunEnded if the
 * store was reset. A service that undoes its cancellations does so again, and the caller judges it.
 */
export async function expectNotReset(s: Session, id: bigint): Promise<void> {
  const after = listAfterReset(s)?.exchange;
  if (after === undefined) return;
  const cancelled = cancelledOrders(s.orders);
  const ms = Math.max(MAX_STALE_MS, after.receivedAt - cancelled[0]!.cancelledBy.sentAt);
  await s.wait(Math.min(MAX_WATCH_MS, ms), "cancelled orders are back");
  const list = await listOrders(s);
  if (list === undefined || isListed(list, id)) return;

  const at = new Date(s.clock.epoch + after.receivedAt).toISOString().slice(11, 19);
  const ids = cancelled.map((one) => one.id).join(", ");
  throw s.end(runError("store-reset", { at, ids }).display);
}

/**
 * Returns the first list that has all cancelled orders as they were, after a list that lacked one
 * of them.
 */
function listAfterReset({ orders, lists }: Session): OrderList | undefined {
  const identified = lists.filter(({ withoutId }) => withoutId === 0);
  const cancelled = cancelledOrders(orders);
  const cancelledBefore = ({ exchange }: OrderList) =>
    cancelled.filter(({ cancelledBy }) => isBefore(cancelledBy, exchange));
  const isAsItWas = ({ id, cancelledBy }: CancelledOrder, list: OrderList) => {
    const before = identified.findLast(({ exchange }) => isBefore(exchange, cancelledBy));
    const isBack = before !== undefined && isListed(before, id) && isListed(list, id);
    return isBack && changedFields(before, list, id).length === 0;
  };

  const without = identified.findIndex((list) =>
    cancelledBefore(list).some(({ id }) => !isListed(list, id)),
  );
  if (without < 0) return undefined;
  return identified
    .slice(without + 1)
    .find((list) => cancelledBefore(list).every((one) => isAsItWas(one, list)));
}
