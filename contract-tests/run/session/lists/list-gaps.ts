/** Finds lists that leave out orders which earlier and later lists have. */

import { isBefore } from "../../../client/exchange.ts";
import type { Proof } from "../../assertions/finding.ts";
import { isListed, keyOfId, type OrderKey, type OrderList } from "../../assertions/order-list.ts";
import { ofOthers } from "../orders/orders.ts";
import type { Session } from "../session.ts";

/** This many orders of others must be missing: a single one may be a coincidence. */
export const MIN_OTHERS = 2;

export interface Gap {
  /** The list, and a later one that has the orders. */
  readonly proof: Proof;
  readonly missing: readonly OrderKey[];
}

/**
 * Returns a list that lacks at least two orders of others which a list that ended before it and one
 * that began after it have. If `pauseMs` is `MAX_STALE_MS`, no old copy explains the gap.
 */
export function findGap(s: Session, pauseMs: number): Gap | undefined {
  const isApart = (a: OrderList, b: OrderList) =>
    b.exchange.sentAt - a.exchange.receivedAt >= pauseMs;
  for (const list of s.lists)
    for (const before of s.lists.filter((one) => isApart(one, list))) {
      const gone = ofOthers(s.orders, before.keys.minus(list.keys));
      const shownIn = ({ keys }: OrderList) => gone.filter((key) => keys.has(key));
      const later = s.lists.filter((one) => gone.length >= MIN_OTHERS && isApart(list, one));
      const after = later.find((one) => shownIn(one).length >= MIN_OTHERS);
      if (after !== undefined) return gapIn(list, after, shownIn(after));
    }
  return undefined;
}

/**
 * Returns a list that lacks a provided order which the run had not asked to cancel, and which an
 * earlier and a later list have.
 */
export function findProvidedGap({ lists, orders }: Session): Gap | undefined {
  const identified = lists.filter(({ withoutId }) => withoutId === 0);
  for (const id of orders.provided.ids) {
    const shown = identified.filter((list) => isListed(list, id));
    const lacking = identified.filter((one) => one.notAsked.includes(id) && !isListed(one, id));
    for (const list of lacking) {
      const before = shown.find(({ exchange }) => isBefore(exchange, list.exchange));
      const after = shown.find(({ exchange }) => isBefore(list.exchange, exchange));
      if (before && after) return gapIn(list, after, [keyOfId(id)]);
    }
  }
  return undefined;
}

function gapIn(list: OrderList, after: OrderList, missing: readonly OrderKey[]): Gap {
  return { proof: [list.exchange, after.exchange], missing };
}
