/**
 * Where a deployment is disposable, nobody else is there, and each listed order is evidence. An order that appears, and that nobody of the run has
 * placed, shows that somebody is (spec/rulings.md): from then on, listed orders are those of others.
 */

import { isBefore } from "../../../client/exchange.ts";
import { describeOrder, type OrderKey, type OrderList } from "../../assertions/order-list.ts";
import type { Orders } from "./orders.ts";

/** Orders in a list that may be cut at this length, or a larger one. */
const MIN_CUT_LENGTH = 10;

/** True if all lists have as many orders, although some were cancelled: then an order that appears may have been cut off before. */
export function areOfOneLength(lists: readonly OrderList[]): boolean {
  const counts = new Set(lists.map(({ count }) => count));
  const [count = 0] = counts;
  return counts.size === 1 && count >= MIN_CUT_LENGTH;
}

export class AppearedOrder {
  /** The first one; undefined as long as none has appeared. */
  private key: OrderKey | undefined;

  /** Leaves the listed orders to others once a further list shows that somebody else is there. */
  lookFor(orders: Orders, lists: readonly OrderList[]): void {
    if (!orders.isAlone) return;
    this.key ??= appearedIn(lists);
    if (this.key === undefined || areOfOneLength(lists)) return;
    const why = `Somebody else uses this deployment: ${describeOrder(this.key)} has appeared. From then on, listed orders are theirs.`;
    leaveToOthers(orders, why);
  }
}

/** Leaves the listed orders that the run has taken for its own to others. `others`: the sentence that says that they are there. */
function leaveToOthers(orders: Orders, others: string): void {
  const { guessed = [] } = orders.rules;
  const isOwn = (id: bigint) => !guessed.includes(id) || orders.of(id).isAsked === true;
  const pending = orders.rules.pending.filter(isOwn);
  const shipped = orders.rules.shipped.filter((id) => !guessed.includes(id));
  orders.provide({ pending, shipped, guessed: [] }, { others });
}

/** An order that the last list has, and none of those that had arrived when it was asked for. */
function appearedIn(lists: readonly OrderList[]): OrderKey | undefined {
  const last = lists.at(-1);
  const earlier = lists.filter(({ exchange }) => last && isBefore(exchange, last.exchange));
  if (last === undefined || earlier.length === 0) return undefined;
  const [key] = last.keys.minus(...earlier.map(({ keys }) => keys));
  return key;
}
