/**
 * The provided orders are reserved for one run. If one of them vanishes, and a second one vanishes
 * while nothing is sent, or was never there, somebody else uses them: mostly another run, with the
 * same ids. That is the operator's doing (spec/rulings.md).
 */

import { cancellationOf, LIST_WITH_KEY } from "../../../client/calls.ts";
import { isGone, isSuccess } from "../../../client/outcome.ts";
import { isListed, type OrderList } from "../../assertions/order-list.ts";
import { runError } from "../../run-errors.ts";
import { MAX_STALE_MS } from "../budget.ts";
import type { Session } from "../session.ts";
import { ordersMeant } from "./meant-orders.ts";
import { cancelledOrders, notAsked } from "./orders.ts";

/** Another run cancels its orders within this many milliseconds. */
const WATCH_MS = 10_000;

type ListContent = Pick<OrderList, "keys" | "withoutId">;

/**
 * If a plain list lacks an order that an earlier list had, and that the run has not asked to
 * cancel, watches the other orders. Throws RunEnded if somebody else uses them. Otherwise the
 * service is at fault, which the caller judges.
 */
export async function expectReserved(s: Session, list: ListContent): Promise<void> {
  if (list.withoutId > 0) return;
  const gone = missing(s, list);
  const wasShown = (id: bigint) => s.orders.of(id).shownAt !== undefined;
  const vanished = gone.filter(
    (id) => wasShown(id) && !s.orders.of(id).hasVanished && !mayBeCancelled(s, id),
  );
  if (vanished.length === 0) return;

  for (const id of vanished) s.orders.record(id, { hasVanished: true });
  // Before the first cancellation, another order that was never there is evidence enough.
  const isEnough = cancelledOrders(s.orders).length === 0 && gone.some((id) => !wasShown(id));
  for (let waited = 0; waited < WATCH_MS; waited += MAX_STALE_MS) {
    await s.wait(MAX_STALE_MS, `order ${vanished[0]} has vanished`);
    await s.send(LIST_WITH_KEY);
    const now = missing(s, s.lists.at(-1)!);
    if (!vanished.every((id) => now.includes(id))) return;
    if (isEnough || now.some((id) => !gone.includes(id))) return endIfTaken(s, now);
  }
}

/**
 * A list may lack an order that exists, so we cancel all of them to tell. Ends the run if none
 * exists.
 */
async function endIfTaken(s: Session, ids: readonly bigint[]): Promise<void> {
  for (const id of ids) if (!isGone(await s.send(cancellationOf(id)))) return;
  throw s.end(runError("orders-taken", { ids: ids.join(", ") }).display);
}

/** Returns the pending orders that the run has not asked to cancel and that a list lacks. */
function missing(s: Session, list: ListContent): readonly bigint[] {
  return notAsked(s.orders).filter((id) => !isListed(list, id));
}

/** True if a call that may have meant the order got 2xx. */
function mayBeCancelled({ exchanges }: Session, id: bigint): boolean {
  return exchanges.some((one) => isSuccess(one) && ordersMeant(one.call, [id]).length > 0);
}
