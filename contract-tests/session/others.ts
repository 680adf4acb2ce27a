/**
 * Where a deployment is disposable, nobody else is there, and each listed order is evidence. An order that appears, and that nobody of the run has
 * placed, shows that somebody is (spec/rulings.md): from then on, listed orders are those of others.
 */
import { describeOrder, type OrderKey, type OrderList } from "../assertions/order-list.ts";
import { isBefore } from "../client/exchange.ts";
import type { Orders } from "./orders.ts";

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

/** The first order that has appeared; undefined as long as none has. */
export class AppearedOrder {
  private key: OrderKey | undefined;

  /** A sentence that says that somebody else is there, once a further list shows it. */
  describeIn(lists: readonly OrderList[]): string | undefined {
    this.key ??= appearedIn(lists);
    if (this.key === undefined || areOfOneLength(lists)) return undefined;
    return `Somebody else uses this deployment: ${describeOrder(this.key)} has appeared. From then on, listed orders are theirs.`;
  }
}

/** Leaves the listed orders that the run has taken for its own to others. `others`: the sentence that says that they are there. */
export function leaveToOthers(orders: Orders, others: string): void {
  const { pending, shipped, guessed = [] } = orders.rules;
  const isOwn = (id: bigint) => !guessed.includes(id) || orders.of(id).isAsked === true;
  const left = {
    pending: pending.filter(isOwn),
    shipped: shipped.filter((id) => !guessed.includes(id)),
    guessed: [],
  };
  orders.provide(left, { others });
}

/** An order that the last list has, and none of those that had arrived when it was asked for. */
function appearedIn(lists: readonly OrderList[]): OrderKey | undefined {
  const last = lists.at(-1);
  if (last === undefined) return undefined;
  const earlier = lists.filter(({ exchange }) => isBefore(exchange, last.exchange));
  if (earlier.length === 0) return undefined;
  const [key] = last.keys.minus(...earlier.map(({ keys }) => keys));
  return key;
}
