/** Lists that leave out orders which lists before and after them have. */
import { isListed, keyOfId, type OrderKey, type OrderList } from "../assertions/order-list.ts";
import type { Ledger } from "./ledger.ts";
import { isBefore, pauseBetween } from "./moments.ts";

/** A list of orders of others may be a copy that is so many milliseconds old (spec/rulings.md). */
export const MAX_STALE_MS = 2_000;
/** Orders of others that must be missing: a single one may be a coincidence. */
export const MIN_OTHERS = 2;

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
export function findGap(ledger: Ledger, pauseMs: number): Gap | undefined {
  const { lists } = ledger;
  for (const list of lists) {
    const earlier = lists.filter(
      ({ exchange }) => pauseBetween(exchange, list.exchange) >= pauseMs,
    );
    const later = lists.filter(({ exchange }) => pauseBetween(list.exchange, exchange) >= pauseMs);
    for (const before of earlier) {
      const gone = ledger.ofOthers(before.keys.minus(list.keys));
      for (const after of gone.length < MIN_OTHERS ? [] : later) {
        const missing = gone.filter((key) => after.keys.has(key));
        if (missing.length >= MIN_OTHERS) return { before, list, after, missing };
      }
    }
  }
  return undefined;
}

/**
 * A list that lacks a provided order which a list before and one after it have, although no call that may mean the order can have had an
 * effect between the first two. No call may have one on a shipped order. `reserved`: the provided orders that only this run may cancel.
 */
export function findProvidedGap(ledger: Ledger, reserved: readonly bigint[]): Gap | undefined {
  const lists = ledger.lists.filter(({ withoutId }) => withoutId === 0);
  for (const id of reserved) {
    const attempts = ledger.rules.shipped.includes(id) ? [] : ledger.attemptsOn(id);
    const shown = lists.filter((list) => isListed(list, id));
    for (const list of lists.filter((one) => !isListed(one, id))) {
      const earlier = shown.filter(({ exchange }) => isBefore(exchange, list.exchange));
      const before = earlier.find(
        (one) => ledger.attemptsBetween(one, list, attempts).length === 0,
      );
      const after = shown.find(({ exchange }) => isBefore(list.exchange, exchange));
      if (before && after) return { before, list, after, missing: [keyOfId(id)] };
    }
  }
  return undefined;
}
