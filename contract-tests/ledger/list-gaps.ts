/** Lists that leave out orders which lists before and after them have. */
import { isListed, type OrderList } from "../assertions/order-list.ts";
import { keyOfId, type OrderKey, OrderSet } from "../assertions/order-set.ts";
import type { Ledger } from "./ledger.ts";
import { isBefore, pauseBetween, span } from "./moments.ts";

/** A list of orders of others may be a copy that is so many milliseconds old (spec/rulings.md). */
export const MAX_STALE_MS = 2_000;
/** One order of others that is missing may be a coincidence. */
const MIN_MISSING = 2;

export interface Gap {
  readonly before: OrderList;
  readonly list: OrderList;
  readonly after: OrderList;
  readonly missing: readonly OrderKey[];
}

/**
 * A list that lacks at least two orders of others which one list that ended before it and one that began after it have. With
 * {@link MAX_STALE_MS} between them, no old copy explains it.
 */
export function findGap({ lists, index, provided }: Ledger, pauseMs: number): Gap | undefined {
  const own = new Set<OrderKey>(provided.map(keyOfId));
  for (const list of lists) {
    const earlier = lists.filter(({ exchange }) => pauseBetween(exchange, list.exchange) >= pauseMs);
    const later = lists.filter(({ exchange }) => pauseBetween(list.exchange, exchange) >= pauseMs);
    const [before, after] = [OrderSet.union(index, earlier), OrderSet.union(index, later)];
    if (missingOf(before, list.keys, after, own).length < MIN_MISSING) continue;
    for (const before of earlier)
      for (const after of later) {
        const missing = missingOf(before.keys, list.keys, after.keys, own);
        if (missing.length >= MIN_MISSING) return { before, list, after, missing };
      }
  }
  return undefined;
}

function missingOf(before: OrderSet, list: OrderSet, after: OrderSet, provided: ReadonlySet<OrderKey>): OrderKey[] {
  return [...before.and(after, list)].filter((key) => typeof key !== "string" && !provided.has(key));
}

/**
 * A list that lacks a provided order which a list before and one after it have, although no call that may mean the order can have had an
 * effect between the first two. No call may have one on a shipped order. `reserved`: the provided orders that only this run may cancel.
 */
export function findProvidedGap(
  ledger: Ledger,
  reserved: readonly bigint[],
): (Gap & { readonly id: bigint }) | undefined {
  const lists = ledger.lists.filter(({ withoutId }) => withoutId === 0);
  for (const id of reserved) {
    const attempts = ledger.rules.shipped.includes(id) ? [] : ledger.attemptsOn(id);
    const shown = lists.filter((list) => isListed(list, id));
    for (const list of lists) {
      if (isListed(list, id)) continue;
      const before = shown.find(
        ({ exchange }) =>
          isBefore(exchange, list.exchange) && ledger.attemptsIn(span(exchange, list.exchange), attempts).length === 0,
      );
      const after = shown.find(({ exchange }) => isBefore(list.exchange, exchange));
      if (before && after) return { id, before, list, after, missing: [keyOfId(id)] };
    }
  }
  return undefined;
}
