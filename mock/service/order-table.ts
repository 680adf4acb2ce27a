/** The immutable orders that all worlds of a scenario share: the list as bytes, ready to be sent, and each order with its place in them. */

import { hash32 } from "../../fixtures/hash32.ts";
import type { OrderState } from "../../fixtures/orders.ts";
import { type ShapedOrder, shapeOrder } from "../../fixtures/shape.ts";
import type { ListedOrder, ListedOrders } from "../../scenarios/initial-orders.ts";
import type { RelativeDates } from "../../scenarios/relative-dates.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";
import { pause } from "./pause.ts";

export interface OrderTable {
  /** In the order of the list. */
  readonly orders: readonly StoredOrder[];
  readonly byId: ReadonlyMap<bigint, StoredOrder>;
  /** Those that have been cancelled before. */
  readonly cancelled: readonly bigint[];
  /** The list of all orders, as it is sent. */
  readonly list: Uint8Array;
  /** True if it began in the order of its ids: it stays so, and in any other list a new order is the last one. */
  readonly isSorted: boolean;
}

/** `start` and `length`: its part of the list, with the comma before it, or the bracket that opens the list. */
export interface StoredOrder {
  /** Undefined for an order without one. */
  readonly id: bigint | undefined;
  /** Before anybody has cancelled it. */
  readonly state: OrderState;
  readonly dates?: RelativeDates;
  readonly start: number;
  readonly length: number;
}

/** Orders that are encoded at once, and between two pauses: about 20 ms. */
const BATCH = 512;
const STEP = 8 * BATCH;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;

type Shape = Pick<Answers, "list-order" | "order-fields" | "ship-date-form">;

/**
 * Builds the table from orders by ascending id, in the shape and order that `answers` say. Pauses, in which other
 * worlds are served: 100,000 orders take a third of a second.
 */
export async function buildOrderTable(orders: ListedOrders, answers: Shape): Promise<OrderTable> {
  const steps = buildInSteps(orders, answers);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}

/** The same without pauses. */
export function orderTableOf(orders: ListedOrders, answers: Shape): OrderTable {
  const steps = buildInSteps(orders, answers);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Yields where a pause may be. */
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
    // An answer may have taken its id.
    if (state === "cancelled" && order.id !== undefined) cancelled.push(order.id);
    start += written.length;
    text += written;
    if (stored.length % BATCH === 0) encode();
    if (stored.length % STEP === 0) yield;
  }
  encode();
  // One that is written as it is may be in any order, and one order is in all.
  const isSorted = answers["list-order"] === "ascending" ? undefined : false;
  return tableOf(stored, cancelled, listOf(pieces), isSorted);
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

/** The index of ids is made when it is needed first: a list needs none. So is `isSorted`, unless it is given. */
function tableOf(
  orders: readonly StoredOrder[],
  cancelled: readonly bigint[],
  list: Uint8Array,
  isSorted?: boolean,
): OrderTable {
  let byId: OrderTable["byId"] | undefined;
  return {
    orders,
    cancelled,
    list,
    get byId() {
      byId ??= new Map(
        orders.flatMap((order) => (order.id === undefined ? [] : [[order.id, order]])),
      );
      return byId;
    },
    get isSorted() {
      isSorted ??= isAscending(orders.flatMap(({ id }) => id ?? []));
      return isSorted;
    },
  };
}

const isAscending = (ids: readonly bigint[]): boolean =>
  ids.every((id, at) => at === 0 || id > ids[at - 1]!);

/** A list of pieces that have a comma, or a bracket, before each order. */
function listOf(pieces: readonly Uint8Array[]): Uint8Array {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const list = new Uint8Array(Math.max(length, 1) + 1);
  let at = 0;
  for (const piece of pieces) {
    list.set(piece, at);
    at += piece.length;
  }
  list[0] = OPEN;
  list[list.length - 1] = CLOSE;
  return list;
}

/** The list without some of its orders. */
export function listWithout({ list }: OrderTable, hidden: readonly StoredOrder[]): Uint8Array {
  const shown: Uint8Array[] = [];
  let from = 0;
  for (const { start, length } of hidden.toSorted((a, b) => a.start - b.start)) {
    shown.push(list.subarray(from, start));
    from = start + length;
  }
  return listOf([...shown, list.subarray(from, -1)]);
}

/** An order as JSON text, as in the list. */
export function orderText({ list }: OrderTable, { start, length }: StoredOrder): string {
  return DECODER.decode(list.subarray(start + 1, start + length));
}

export interface PutOrder {
  /** JSON text. */
  readonly order: string;
  /** Before anybody has cancelled it. */
  readonly state: OrderState;
  readonly dates?: RelativeDates;
}

/**
 * A table with one more order, or with another one of this id, or without the one of this id. A new order is listed by its id where the list is sorted, else last. The table itself does not change: other worlds share it.
 */
export function withOrder(table: OrderTable, id: bigint, put: PutOrder | undefined): OrderTable {
  const { orders, byId, cancelled, list } = table;
  const replaced = byId.get(id);
  const at = replaced === undefined ? newPosition(table, id) : orders.indexOf(replaced);
  const after = orders.slice(replaced === undefined ? at : at + 1);
  const body = list.subarray(0, orders.length === 0 ? 0 : -1);
  const start = orders[at]?.start ?? body.length;
  const end = start + (replaced?.length ?? 0);

  const order = ENCODER.encode(put === undefined ? "" : `,${put.order}`);
  const { state, dates } = put ?? {};
  const changed = listOf([body.subarray(0, start), order, body.subarray(end)]);
  // It follows the new order now, in the place of the bracket.
  if (at === 0 && put !== undefined && after.length > 0) changed[order.length] = COMMA;
  const moved = start + order.length - end;
  return tableOf(
    [
      ...orders.slice(0, at),
      ...(state === undefined
        ? []
        : [{ id, state, ...(dates && { dates }), start, length: order.length }]),
      ...after.map((one) => ({ ...one, start: one.start + moved })),
    ],
    cancelled,
    changed,
    table.isSorted,
  );
}

function newPosition({ orders, isSorted }: OrderTable, id: bigint): number {
  if (!isSorted) return orders.length;
  return orders.findLastIndex((order) => order.id !== undefined && order.id < id) + 1;
}

function serialize(order: ShapedOrder): string {
  let members = "";
  for (const field in order)
    members += `${members === "" ? "" : ","}${asciiJson(field)}:${asciiJson(order[field]!)}`;
  return `{${members}}`;
}

/** JSON text in ASCII. Most values need no escape, and 100,000 orders are written several times as fast without the general writer. */
function asciiJson(value: Json): string {
  if (typeof value === "string" && /^[ !#-[\]-~]*$/.test(value)) return `"${value}"`;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return String(value);
  return stringifyJson(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
