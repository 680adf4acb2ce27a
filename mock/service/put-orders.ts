/** Puts orders into a table, or removes them. */

import type { OrderState } from "../../fixtures/orders.ts";
import type { RelativeDates } from "../../scenarios/relative-dates.ts";
import { INT64_MIN } from "../../spec/schema/integers.ts";
import { listedIn, type OrderTable, type StoredOrder, tableOf } from "./order-table.ts";

export interface PutOrder {
  /** JSON text. */
  readonly order: string;
  /** The state before any cancellation. */
  readonly state: OrderState;
  readonly dates?: RelativeDates;
}

/** An order of the new table. */
interface Placed {
  readonly order: StoredOrder;
  /** The list that `order` is located in. */
  readonly list: Uint8Array;
  /** In a sorted list: its id, or that of the order before it if it has none. */
  readonly rank: bigint;
}

const ENCODER = new TextEncoder();
const COMMA = 0x2c;

/**
 * Returns a table with orders added, replaced or, where there is none, removed. A new order goes to
 * its place by id if the list is sorted, and last otherwise. The original table does not change,
 * because other worlds share it.
 */
export function withOrders(
  table: OrderTable,
  changes: ReadonlyMap<bigint, PutOrder | undefined>,
): OrderTable {
  const { byId, cancelled, isSorted, list } = table;

  // What stays, or is put in the place of an order.
  const placed: Placed[] = [];
  let rank = INT64_MIN;
  for (const order of table.orders) {
    rank = order.id ?? rank;
    const isChanged = order.id !== undefined && changes.has(order.id);
    const put = isChanged ? changes.get(rank) : undefined;
    if (put !== undefined) placed.push(written(rank, put));
    else if (!isChanged) placed.push({ order, list, rank });
  }

  // What is new.
  for (const [id, put] of changes)
    if (put !== undefined && !byId.has(id)) placed.push(written(id, put));
  if (isSorted) placed.sort((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)));

  const changed = listedIn(piecesOf(placed));
  let start = 0;
  const orders = placed.map(({ order }) => {
    const moved = order.start === start ? order : { ...order, start };
    // In the original list, a bracket precedes the first order.
    if (start > 0) changed[start] = COMMA;
    start += order.length;
    return moved;
  });
  return tableOf(orders, cancelled, changed, isSorted);
}

function written(id: bigint, { order, state, dates }: PutOrder): Placed {
  const list = ENCODER.encode(`,${order}`);
  const stored = { id, state, ...(dates && { dates }), start: 0, length: list.length };
  return { order: stored, list, rank: id };
}

/** Returns the text of all orders. Neighbours in one list are one piece. */
function piecesOf(placed: readonly Placed[]): Uint8Array[] {
  const slices: { list: Uint8Array; from: number; to: number }[] = [];
  for (const { order, list } of placed) {
    const { start, length } = order;
    const last = slices.at(-1);
    if (last?.list === list && last.to === start) last.to += length;
    else slices.push({ list, from: start, to: start + length });
  }
  return slices.map(({ list, from, to }) => list.subarray(from, to));
}
