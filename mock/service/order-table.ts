/**
 * The immutable orders that all worlds of a scenario share: the list as bytes, ready to be sent,
 * and each order with its place in the list.
 */

import { hash32 } from "../../fixtures/hash32.ts";
import type { OrderState } from "../../fixtures/orders.ts";
import { type ShapedOrder, shapeOrder } from "../../fixtures/shape.ts";
import type { ListedOrder, ListedOrders } from "../../scenarios/initial-orders.ts";
import type { RelativeDates } from "../../scenarios/relative-dates.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";
import { pause } from "./pause.ts";

export interface OrderTable {
  /** In list order. */
  readonly orders: readonly StoredOrder[];
  readonly byId: ReadonlyMap<bigint, StoredOrder>;
  /** Orders cancelled before the world starts. */
  readonly cancelled: readonly bigint[];
  /** The list of all orders, as sent. */
  readonly list: Uint8Array;
  /**
   * True if the list is in ascending id order, which it then keeps. In any other list, a new order
   * goes last.
   */
  readonly isSorted: boolean;
}

/**
 * `start` and `length` locate the order in the list, including the comma or opening bracket before
 * it.
 */
export interface StoredOrder {
  /** Undefined if the order has no id. */
  readonly id: bigint | undefined;
  /** The state before any cancellation. */
  readonly state: OrderState;
  readonly dates?: RelativeDates;
  readonly start: number;
  readonly length: number;
}

/** Orders encoded at once, and orders between two pauses, which take about 20 ms. */
const BATCH = 512;
const PAUSE_AFTER = 8 * BATCH;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
const OPEN = 0x5b;
const CLOSE = 0x5d;
const COMMA = 0x2c;

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

/**
 * Creates the id index on first use, because a list needs none, and also `isSorted`, unless given.
 */
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

/** Joins pieces that have a comma, or a bracket, before each order. */
function listedIn(pieces: readonly Uint8Array[]): Uint8Array {
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

/** Returns the list without some of its orders. */
export function listWithout({ list }: OrderTable, hidden: readonly StoredOrder[]): Uint8Array {
  const shown: Uint8Array[] = [];
  let from = 0;
  for (const { start, length } of hidden.toSorted((a, b) => a.start - b.start)) {
    shown.push(list.subarray(from, start));
    from = start + length;
  }
  return listedIn([...shown, list.subarray(from, -1)]);
}

/** Returns an order as JSON text, as in the list. */
export function orderJson({ list }: OrderTable, { start, length }: StoredOrder): string {
  return DECODER.decode(list.subarray(start + 1, start + length));
}

export interface PutOrder {
  /** JSON text. */
  readonly order: string;
  /** The state before any cancellation. */
  readonly state: OrderState;
  readonly dates?: RelativeDates;
}

/**
 * Returns a table with orders added, replaced or, where there is none, removed. A new order goes to
 * its place by id if the list is sorted, and last otherwise. The original table does not change,
 * because other worlds share it.
 */
export function withOrders(
  table: OrderTable,
  changes: ReadonlyMap<bigint, PutOrder | undefined>,
): OrderTable {
  const { orders, byId, cancelled, list, isSorted } = table;
  const added = [...changes].filter(([id, put]) => put !== undefined && !byId.has(id));
  if (isSorted) added.sort(([a], [b]) => (a < b ? -1 : 1));

  const stored: StoredOrder[] = [];
  const pieces: Uint8Array[] = [];
  let start = 0;
  /** Up to here the original list is in the pieces, or left out. */
  let done = 0;
  const write = (at: number, id: bigint, put: PutOrder | undefined): void => {
    pieces.push(list.subarray(done, at));
    done = at;
    if (put === undefined) return;
    const { order, state, dates } = put;
    const piece = ENCODER.encode(`,${order}`);
    pieces.push(piece);
    stored.push({ id, state, ...(dates && { dates }), start, length: piece.length });
    start += piece.length;
  };
  let next = 0;
  const addBefore = (at: number, id?: bigint): void => {
    for (; next < added.length && (id === undefined || added[next]![0] < id); next++)
      write(at, ...added[next]!);
  };
  for (const one of orders) {
    const { id } = one;
    if (isSorted && id !== undefined) addBefore(one.start, id);
    if (id !== undefined && changes.has(id)) {
      write(one.start, id, changes.get(id));
      done += one.length;
    } else {
      stored.push(one.start === start ? one : { ...one, start });
      start += one.length;
    }
  }
  const end = orders.length === 0 ? 0 : list.length - 1;
  addBefore(end);
  const changed = listedIn([...pieces, list.subarray(done, end)]);
  // Where other orders are before the first one now, its bracket becomes a comma.
  for (const one of stored) if (one.start > 0) changed[one.start] = COMMA;
  return tableOf(stored, cancelled, changed, isSorted);
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
