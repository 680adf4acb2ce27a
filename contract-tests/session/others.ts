/**
 * Where a deployment is disposable, nobody else is there, and each listed order is evidence. An order that appears, and that nobody of the run has
 * placed, shows that somebody is (spec/rulings.md): from then on, listed orders are those of others.
 */
import type { OrderKey, OrderList } from "../assertions/order-list.ts";
import { isBefore } from "../client/exchange.ts";

/** Orders in a list that may be cut at this length, or a larger one. */
const MIN_CUT_LENGTH = 10;

/** True if all lists have as many orders, although some were cancelled: then an order that appears may have been cut off before. */
export function areOfOneLength(lists: readonly OrderList[]): boolean {
  const [first] = lists;
  return (
    first !== undefined &&
    first.count >= MIN_CUT_LENGTH &&
    lists.every(({ count }) => count === first.count)
  );
}

/** An order that the last list has, and none of those that had arrived when it was asked for. */
export function appearedIn(lists: readonly OrderList[]): OrderKey | undefined {
  const last = lists.at(-1);
  if (last === undefined) return undefined;
  const earlier = lists.filter(({ exchange }) => isBefore(exchange, last.exchange));
  if (earlier.length === 0) return undefined;
  const [key] = last.keys.minus(...earlier.map(({ keys }) => keys));
  return key;
}
