/**
 * The orders that were handed over are reserved for one run. Where one of them vanishes, and a further one does while nothing is sent, or was
 * never there, somebody else uses them: mostly another run, with the same ids. That is the operator's doing (spec/rulings.md).
 */

import { cancellationOf, LIST_WITH_KEY } from "../../../client/calls.ts";
import { isGone, isSuccess } from "../../../client/outcome.ts";
import { runError } from "../../../errors/run.ts";
import { isListed, type OrderList } from "../../assertions/order-list.ts";
import { MAX_STALE_MS } from "../budget.ts";
import type { Session } from "../session.ts";
import { ordersMeant } from "./meant-orders.ts";
import { cancelledOrders, notAsked } from "./orders.ts";

/** Another run cancels its orders within some seconds of each other. */
const WATCH_MS = 10_000;

type Listed = Pick<OrderList, "keys" | "withoutId">;

/**
 * Where a plain list lacks an order that another one had, and that the run has not asked to cancel, watches the other ones. Throws RunEnded
 * where somebody else uses them. Else it is the service's doing, and for the caller to judge.
 */
export async function expectReserved(s: Session, list: Listed): Promise<void> {
  if (list.withoutId > 0) return;
  const gone = missing(s, list);
  const wasShown = (id: bigint) => s.orders.of(id).shownAt !== undefined;
  const vanished = gone.filter(
    (id) => wasShown(id) && !s.orders.of(id).hasVanished && !mayBeCancelled(s, id),
  );
  if (vanished.length === 0) return;

  for (const id of vanished) s.orders.record(id, { hasVanished: true });
  // Before any was cancelled: where another one was never there, this says enough.
  const isEnough = cancelledOrders(s.orders).length === 0 && gone.some((id) => !wasShown(id));
  for (let waited = 0; waited < WATCH_MS; waited += MAX_STALE_MS) {
    await s.wait(MAX_STALE_MS, `order ${vanished[0]} has vanished`);
    await s.send(LIST_WITH_KEY);
    const now = missing(s, s.lists.at(-1)!);
    if (!vanished.every((id) => now.includes(id))) return;
    if (isEnough || now.some((id) => !gone.includes(id))) return endIfTaken(s, now);
  }
}

/** A list may lack what is there: cancelling it tells. */
async function endIfTaken(s: Session, ids: readonly bigint[]): Promise<void> {
  for (const id of ids) if (!isGone(await s.send(cancellationOf(id)))) return;
  throw s.end(runError("orders-taken", { ids: ids.join(", ") }).display);
}

/** The pending orders that the run has not asked to cancel, and that a list lacks. */
function missing(s: Session, list: Listed): readonly bigint[] {
  return notAsked(s.orders).filter((id) => !isListed(list, id));
}

/** True if a call got 2xx that may have meant it. */
function mayBeCancelled({ exchanges }: Session, id: bigint): boolean {
  return exchanges.some((one) => isSuccess(one) && ordersMeant(one.call, [id]).length > 0);
}
