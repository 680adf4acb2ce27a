/** Ships one order. */

import type { CurrentState } from "../../scenarios/limits.ts";
import { relativeDatesIn, withDates } from "../../scenarios/relative-dates.ts";
import type { ShipRule } from "../../scenarios/scenario.ts";
import { type JsonObject, parseJson, stringifyJson } from "../../spec/json/json.ts";
import { ORDER_FIELDS } from "../../spec/schema/fields.ts";
import type { OrderStore } from "./order-store.ts";

/**
 * Ships a pending order and sets the given fields. Returns the order's previous state, or undefined
 * if the id is unknown.
 */
export function shipWith(
  store: OrderStore,
  id: bigint,
  set: ShipRule["set"],
  now: number,
): CurrentState | undefined {
  const before = store.change(id, "shipped");
  if (before !== "pending" || set === undefined) return before;

  const { order: text, dates } = store.entry(id)!;
  const order = parseJson(text) as JsonObject;
  const changes = Object.entries(set).map(([name, value]) => {
    const isId = ORDER_FIELDS[name as keyof typeof set].format === "int64";
    return [name, isId ? BigInt(value) : value];
  });

  const changed = { ...order, ...Object.fromEntries(changes) };
  const relative = relativeDatesIn(changed, { fields: order, dates });
  store.put(id, stringifyJson(withDates(changed, now)), "shipped", relative);
  return before;
}
