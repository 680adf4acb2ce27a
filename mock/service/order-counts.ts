/** How many orders of a table are in each state. */
import { CANCELLED, type OrderTable } from "./order-table.ts";

const counts = new WeakMap<OrderTable, Uint32Array>();

/** The number of orders of a table in each state. Cached: there may be a million orders, and a panel asks every second. */
export function countsOf(table: OrderTable): Uint32Array {
  let known = counts.get(table);
  if (known === undefined) {
    known = new Uint32Array(CANCELLED + 1);
    for (const state of table.states) known[state]!++;
    counts.set(table, known);
  }
  return known;
}
