/**
 * Notices other users of a disposable deployment, where each listed order is evidence as long as
 * the run is alone. An order that appears, and that the run has not placed, shows that somebody
 * else is there (spec/rulings.md): from then on, listed orders belong to others.
 */

import { isBefore } from "../../../client/exchange.ts";
import { describeOrder, type OrderKey, type OrderList } from "../../assertions/order-list.ts";
import type { RunOrders } from "./orders.ts";

/** A list may be cut at this length, or a larger one. */
const MIN_CUT_LENGTH = 10;

/**
 * True if all lists have the same length. If orders were cancelled, an order that appears may have
 * been cut off before.
 */
export function areOfOneLength(lists: readonly OrderList[]): boolean {
  const counts = new Set(lists.map(({ count }) => count));
  const [count = 0] = counts;
  return counts.size === 1 && count >= MIN_CUT_LENGTH;
}

export class AppearedOrder {
  /** The first order that appeared; undefined if none has. */
  private key: OrderKey | undefined;

  /** Leaves the listed orders to others once a list shows that somebody else is there. */
  lookFor(orders: RunOrders, lists: readonly OrderList[]): void {
    if (!orders.isAlone) return;
    this.key ??= appearedIn(lists);
    if (this.key === undefined || areOfOneLength(lists)) return;
    const why = `Somebody else uses this deployment: ${describeOrder(this.key)} has appeared. From then on, listed orders are theirs.`;
    leaveToOthers(orders, why);
  }
}

/**
 * Leaves the listed orders that the run has taken for its own to others. `others`: the sentence
 * that says that somebody else is there.
 */
function leaveToOthers(orders: RunOrders, others: string): void {
  const { guessed = [] } = orders.rules;
  const isOwn = (id: bigint) => !guessed.includes(id) || orders.of(id).isAsked === true;
  const pending = orders.rules.pending.filter(isOwn);
  const shipped = orders.rules.shipped.filter((id) => !guessed.includes(id));
  orders.provide({ pending, shipped, guessed: [] }, { others });
}

/**
 * Returns an order that the last list has, and that no list has which had arrived when we asked for
 * the last one.
 */
function appearedIn(lists: readonly OrderList[]): OrderKey | undefined {
  const last = lists.at(-1);
  const earlier = lists.filter(({ exchange }) => last && isBefore(exchange, last.exchange));
  if (last === undefined || earlier.length === 0) return undefined;
  const [key] = last.keys.minus(...earlier.map(({ keys }) => keys));
  return key;
}
