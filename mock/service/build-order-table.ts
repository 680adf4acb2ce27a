/** Builds the table of a scenario's orders: each is written as JSON text once. */

import { hash32 } from "../../fixtures/hash32.ts";
import { type ShapedOrder, shapeOrder } from "../../fixtures/shape.ts";
import type { ListedOrder, ListedOrders } from "../../scenarios/initial-orders.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";
import { listedIn, type OrderTable, type StoredOrder, tableOf } from "./order-table.ts";
import { pause } from "./pause.ts";

/** Orders encoded at once, and orders between two pauses, which take about 20 ms. */
const BATCH = 512;
const PAUSE_AFTER = 8 * BATCH;
const ENCODER = new TextEncoder();

type Shape = Pick<Answers, "list-order" | "order-fields" | "ship-date-form">;

/**
 * Builds the table from orders by ascending id, in the shape and order given in `answers`. Pauses
 * to serve other worlds, because 100,000 orders take a third of a second.
 */
export async function buildOrderTable(orders: ListedOrders, answers: Shape): Promise<OrderTable> {
  const steps = buildInSteps(orders, answers);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}

/** Like buildOrderTable, but without pauses. */
export function orderTableOf(orders: ListedOrders, answers: Shape): OrderTable {
  const steps = buildInSteps(orders, answers);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Yields where the caller may pause. */
function* buildInSteps(orders: ListedOrders, answers: Shape): Generator<void, OrderTable> {
  const stored: StoredOrder[] = [];
  const cancelled: bigint[] = [];
  const pieces: Uint8Array[] = [];
  let start = 0;
  let text = "";
  const encode = (): void => {
    pieces.push(ENCODER.encode(text));
    text = "";
  };
  for (const { order, state, dates } of inListOrder(orders, answers)) {
    const written = `,${serialize(order)}`;
    const before = state === "cancelled" ? "pending" : state;
    stored.push({
      id: order.id,
      state: before,
      ...(dates && { dates }),
      start,
      length: written.length,
    });
    // Answers may have left out the order's id.
    if (state === "cancelled" && order.id !== undefined) cancelled.push(order.id);
    start += written.length;
    text += written;
    if (stored.length % BATCH === 0) encode();
    if (stored.length % PAUSE_AFTER === 0) yield;
  }
  encode();
  // An exact list may be in any order, and a list of one order is in every order.
  const isSorted = answers["list-order"] === "ascending" ? undefined : false;
  return tableOf(stored, cancelled, listedIn(pieces), isSorted);
}

function* inListOrder(
  orders: ListedOrders,
  answers: Shape,
): Generator<Omit<ListedOrder, "order"> & { readonly order: ShapedOrder }> {
  const shape = { answer: answers["order-fields"], dates: answers["ship-date-form"] };
  let index = 0;
  const shaped = function* () {
    for (const listed of orders)
      yield { ...listed, order: shapeOrder(listed.order, index++, shape) };
  };
  if (answers["list-order"] === "ascending") return yield* shaped();
  const all = [...shaped()];
  if (answers["list-order"] === "descending") return yield* all.reverse();
  const shuffled = [...all.keys()].sort((a, b) => hash32(a) - hash32(b));
  for (const at of shuffled) yield all[at]!;
}

function serialize(order: ShapedOrder): string {
  let members = "";
  for (const field in order)
    members += `${members === "" ? "" : ","}${asciiJson(field)}:${asciiJson(order[field]!)}`;
  return `{${members}}`;
}

/**
 * JSON text in ASCII. Most values need no escape, and 100,000 orders are written several times as
 * fast without the general writer.
 */
function asciiJson(value: Json): string {
  if (typeof value === "string" && /^[ !#-[\]-~]*$/.test(value)) return `"${value}"`;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return String(value);
  return stringifyJson(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
