/**
 * Checks the provided orders before anything is judged by them: an earlier run may have used them
 * up, or they belong to another environment (spec/rulings.md). That is the operator's doing; we
 * never blame an effect or a bad key for it.
 */

import { cancellationOf } from "../../client/calls.ts";
import { describeAnswer, isGone, isSuccess, statusOf } from "../../client/outcome.ts";
import { expectNotRounded, UNKNOWN_ORDERS } from "../assertions/listed-orders.ts";
import { isListed, type OrderList } from "../assertions/order-list.ts";
import { runError } from "../run-errors.ts";
import { listOrders } from "../session/lists/read-list.ts";
import type { Session } from "../session/session.ts";

/** Fresh orders may take this many milliseconds to reach all copies of a list. */
const MAX_LATE_MS = 10_000;
const PAUSE_MS = 2_000;

/** Leaves out provided orders that are not there. Ends the run if none is. */
export async function checkProvided(s: Session): Promise<void> {
  const { orders, report } = s;
  const { ids } = orders.provided;
  if (ids.length === 0) return;
  const list = await untilListed(s);
  if (list === undefined) return;
  const unlisted = ids.filter((id) => !isListed(list, id));
  if (unlisted.length === 0) return report.held("list-whole");
  if (list.withoutId > 0) return report.unproven("list-whole", UNKNOWN_ORDERS);
  expectNotRounded(list, unlisted, report);

  const notThere = await findNotThere(s, list, unlisted);
  if (notThere.length === ids.length)
    throw s.end(runError("orders-not-there", { ids: notThere.join(", ") }).display);
  const isThere = (id: bigint) => !notThere.includes(id);
  const pending = orders.rules.pending.filter(isThere);
  const shipped = orders.rules.shipped.filter(isThere);
  orders.provide({ pending, shipped }, { notThere });
}

/** Resolves with the last list; undefined if none could be read. */
async function untilListed(s: Session): Promise<OrderList | undefined> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    const list = s.lists.at(-1);
    if (list === undefined || list.withoutId > 0 || waited >= MAX_LATE_MS) return list;
    if (s.orders.provided.ids.every((id) => isListed(list, id))) return list;
    await s.wait(PAUSE_MS, "orders are not listed yet");
    await listOrders(s);
  }
}

/**
 * Cancels the orders that no list shows, up to the first that is there: then the list is not whole,
 * and we know nothing about the other orders. Resolves with those that are not there.
 */
async function findNotThere(
  s: Session,
  list: OrderList,
  unlisted: readonly bigint[],
): Promise<readonly bigint[]> {
  const notThere: bigint[] = [];
  for (const id of unlisted) {
    const exchange = await s.send(cancellationOf(id));
    // An order that was cancelled before may get 409, too.
    const isThere = s.orders.rules.shipped.includes(id) && statusOf(exchange) === 409;
    if (isGone(exchange) && !isThere) {
      notThere.push(id);
      continue;
    }
    if (isSuccess(exchange) || isThere) {
      const why = `Order ${id}, provided and not cancelled, is not in the list, and cancelling it gets ${describeAnswer(exchange)}.`;
      const received = `${list.count} orders without it`;
      const detail = { expected: `an order with id ${id}`, received };
      s.report.violated("list-whole", why, [list.exchange, exchange], detail);
      break;
    }
    const unknown = `Order ${id} is not in the list; whether it is there is unknown.`;
    s.report.unproven("list-whole", unknown);
  }
  return notThere;
}
