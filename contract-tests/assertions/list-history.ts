/** What only several lists of a run can show: orders that one of them leaves out, and fields that change by themselves. */

import { ORDER_FIELD_NAMES } from "../../spec/schema/fields.ts";
import type { Exchange } from "../client/exchange.ts";
import { changedFields, keyOfId, type OrderKey, type OrderList } from "./order-list.ts";

/** A list that lacks orders of the first lists of the run. */
interface Gap {
  readonly exchange: Exchange;
  readonly missing: readonly OrderKey[];
}

/** Bytes of all lists that are kept as evidence. */
const MAX_KEPT_BYTES = 64 * 2 ** 20;
/** Bytes of a longer list that are. */
const START_BYTES = 2 ** 20;

const SHIP_DATE = ORDER_FIELD_NAMES.indexOf("shipDate");
/** Orders of others whose date changes from one list to the next, and shows that all dates are estimates that move by themselves. */
const MOVING_DATES = 2;

export class ListHistory {
  /** The fields that change by themselves, by their position in an Order. */
  readonly moving = new Set<number>();
  first: OrderList | undefined;
  /** The last list that a check has asked for by itself, and the possible effects of calls that were sent before it. */
  current: { readonly list: OrderList; readonly possibleEffects: number } | undefined;
  private last: OrderList | undefined;
  /** The orders of the lists before the first cancellation. */
  private keys: ReadonlySet<OrderKey> = new Set();
  private readonly gaps: Gap[] = [];
  private keptBytes = 0;

  /** `isQuiet` says that no cancellation was sent so far. To be called with the lists in the order in which they arrived. */
  add(list: OrderList, isQuiet: boolean): void {
    const { last, keys } = this;
    if (isQuiet && last !== undefined)
      for (const id of list.watched.keys()) for (const field of changedFields(last, list, id)) this.moving.add(field);
    if (last !== undefined && changedDates(last, list) >= MOVING_DATES) this.moving.add(SHIP_DATE);
    this.first ??= withoutLongBody(list);
    this.last = list;
    if (isQuiet && !isSubset(list.keys, keys))
      this.keys = keys.size === 0 ? list.keys : new Set([...keys, ...list.keys]);
    // The orders of the list before lack the same ones.
    if (last === undefined || list.keys === keys || list.keys === last.keys) return;
    const missing = [...keys].filter((key) => typeof key !== "string" && !list.keys.has(key));
    const bytes = list.exchange.response?.body.length ?? 0;
    // One such order may be a coincidence.
    if (missing.length < 2 || this.keptBytes + bytes > MAX_KEPT_BYTES) return;
    this.keptBytes += bytes;
    this.gaps.push({ exchange: list.exchange, missing });
  }

  /**
   * A list that lacks at least two orders that one of the first lists and one of the last lists have; undefined when none does. Orders
   * that the run may have cancelled itself do not count.
   */
  leavesOut(last: readonly OrderList[], attemptedIds: ReadonlySet<bigint>): Gap | undefined {
    const attempted = new Set<OrderKey>([...attemptedIds].map(keyOfId));
    for (const { exchange, missing } of this.gaps) {
      const back = missing.filter((key) => !attempted.has(key) && last.some(({ keys }) => keys.has(key)));
      if (back.length > 1) return { exchange, missing: back };
    }
    return undefined;
  }
}

function isSubset(some: ReadonlySet<OrderKey>, all: ReadonlySet<OrderKey>): boolean {
  if (some === all) return true;
  for (const key of some) if (!all.has(key)) return false;
  return true;
}

/** How many orders that were not handed over have another date than in the list before. */
function changedDates(before: OrderList, after: OrderList): number {
  if (before.sample === after.sample) return 0;
  const handedOver = new Set([...after.watched.keys()].map(String));
  const dates = new Map(before.sample.map(({ id, shipDate }) => [String(id), shipDate]));
  return after.sample.filter(({ id, shipDate }) => {
    const date = dates.get(String(id));
    const isKnown = dates.has(String(id)) && !handedOver.has(String(id));
    return (
      isKnown && date !== shipDate && [date, shipDate].every((one) => one === undefined || typeof one === "string")
    );
  }).length;
}

/** The first list is kept until the end. */
function withoutLongBody(list: OrderList): OrderList {
  const { exchange } = list;
  const { response } = exchange;
  if (response === undefined || response.body.length <= MAX_KEPT_BYTES) return list;
  const body = Uint8Array.from(response.body.subarray(0, START_BYTES));
  return { ...list, exchange: { ...exchange, response: { ...response, body } } };
}
