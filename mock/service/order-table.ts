/**
 * The immutable orders that all worlds of a scenario share: the list as bytes, ready to be sent, and the place of each order.
 * An order has no object of its own: a thousand worlds of 100,000 orders fit into memory.
 */

import { hash32 } from "../../fixtures/hash32.ts";
import type { OrderState, Orders } from "../../fixtures/orders.ts";
import { type OrderShape, type ShapedOrder, shapeOrder } from "../../fixtures/shape.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { type Json, type JsonObject, stringifyJson } from "../../spec/json/json.ts";
import { ORDER_FIELDS, type OrderField } from "../../spec/schema/fields.ts";
import type { Fields } from "../../spec/schema/value-kinds.ts";

export interface OrderTable {
  /** The number of orders. A position is an index in the list. */
  readonly count: number;
  /** The whole list as JSON text in ASCII. */
  readonly bytes: Uint8Array;
  /** `bytes` as the one piece that every unchanged world sends. The same array, so that replies can be cached by it. */
  readonly whole: readonly Uint8Array[];
  /** For each position, the offset in `bytes` of the `[` or `,` before its order; one more for the final `]`. */
  readonly offsets: Uint32Array;
  /** For each position; 0 for an order without an id. */
  readonly ids: BigInt64Array;
  /** For each position. */
  readonly states: readonly OrderState[];
  /** The number of orders in each state. */
  readonly counts: Readonly<Record<OrderState, number>>;
  /** The positions of the orders with an id, by ascending id. */
  readonly byId: Uint32Array;
}

/** What finds an order by its id. */
export type OrderIndex = Pick<OrderTable, "ids" | "byId">;

/** An order of a table. */
interface Row {
  readonly id: bigint | undefined;
  readonly state: OrderState;
  /** JSON text in ASCII. */
  readonly text: string;
}

/** Orders that are encoded at once, and between two pauses: about 20 ms. */
const BATCH = 512;
const STEP = 8 * BATCH;
/** The initial capacity. Allocated pages that are never written use no memory. */
const BYTES_PER_ORDER = 128;

/**
 * Builds the table from orders by ascending id, in the shape and order that `answers` and `fields` say. Pauses, in which other
 * worlds are served: 100,000 orders take a third of a second.
 */
export async function buildOrderTable(
  orders: Orders,
  answers: Pick<Answers, "list-order" | "order-fields" | "ship-date-form">,
  fields: Fields = {},
): Promise<OrderTable> {
  const rows = rowsOf(orders, { answer: answers["order-fields"], fields, dates: answers["ship-date-form"] });
  const builder = new TableBuilder(orders.length);
  let added = 0;
  for (const row of inListOrder(rows, answers["list-order"])) {
    builder.add(row);
    if (++added % STEP === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return builder.table();
}

function* rowsOf(orders: Orders, shape: OrderShape): Generator<Row> {
  // If the profile hides all ids, orders can still be cancelled by them.
  const isHidden = shape.fields.id?.every((kind) => kind === "absent") === true;
  let index = 0;
  for (const { order, state } of orders) {
    const shaped = shapeOrder(order, index++, shape);
    const id = isHidden || shaped.id !== undefined ? order.id : undefined;
    yield { id, state, text: serialize(shaped) };
  }
}

function inListOrder(rows: Iterable<Row>, answer: Answers["list-order"]): Iterable<Row> {
  if (answer === "ascending") return rows;
  const all = [...rows];
  if (answer === "descending") return all.reverse();
  const shuffled = all.map((_, at) => at).sort((a, b) => hash32(a) - hash32(b));
  return shuffled.map((at) => all[at]!);
}

/** Takes the rows one by one, and keeps none of them: as objects and strings they would need a hundred megabytes. */
class TableBuilder {
  private bytes: Uint8Array;
  private length = 0;
  /** Text that is not in `bytes` yet. */
  private batch = "";
  private readonly offsets: Uint32Array;
  private readonly ids: BigInt64Array;
  /** The positions of orders with an id. */
  private readonly withId: number[] = [];
  private readonly states: OrderState[] = [];
  private readonly encoder = new TextEncoder();

  constructor(count: number) {
    this.bytes = new Uint8Array(count * BYTES_PER_ORDER);
    this.offsets = new Uint32Array(count + 1);
    this.ids = new BigInt64Array(count);
  }

  add({ id, state, text }: Row): void {
    const position = this.states.length;
    this.offsets[position] = this.length + this.batch.length;
    this.batch += (position === 0 ? "[" : ",") + text;
    this.states.push(state);
    if (id !== undefined) {
      this.ids[position] = id;
      this.withId.push(position);
    }
    if (position % BATCH === 0) this.encode();
  }

  table(): OrderTable {
    const { ids, states, offsets, withId } = this;
    const count = states.length;
    if (count === 0) this.batch = "[";
    offsets[count] = this.length + this.batch.length;
    this.batch += "]";
    this.encode();
    const bytes = this.bytes.subarray(0, this.length);
    const pending = states.reduce((sum, state) => sum + Number(state === "pending"), 0);
    // Not as a typed array: this is fast for positions in order.
    const byId = Uint32Array.from(withId.sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1)));
    return { count, bytes, whole: [bytes], offsets, ids, states, counts: { pending, shipped: count - pending }, byId };
  }

  /** Each character is a byte. */
  private encode(): void {
    const length = this.length + this.batch.length;
    if (length > this.bytes.length) {
      const larger = new Uint8Array(length * 1.5);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.encoder.encodeInto(this.batch, this.bytes.subarray(this.length));
    this.length = length;
    this.batch = "";
  }
}

/** The first index in `byId` of an order whose id is not below this one. */
function indexOf({ ids, byId }: OrderIndex, id: bigint): number {
  let [low, high] = [0, byId.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[byId[middle]!]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position of the order with this id, or -1. */
export function findPosition(table: OrderIndex, id: bigint): number {
  const position = table.byId[indexOf(table, id)];
  return position !== undefined && table.ids[position] === id ? position : -1;
}

/** Undefined for an order without an id. */
export function idAt(table: OrderTable, position: number): bigint | undefined {
  const id = table.ids[position]!;
  return findPosition(table, id) === position ? id : undefined;
}

const DECODER = new TextDecoder();

/** An order as JSON text, as in the list. */
export function orderText({ bytes, offsets }: OrderTable, position: number): string {
  return DECODER.decode(bytes.subarray(offsets[position]! + 1, offsets[position + 1]!));
}

/**
 * A table with one more order, or with another one of this id. `text` is JSON in ASCII, with that id. A new order is listed by its
 * id where the list is sorted, else last. The table itself does not change: other worlds share it.
 */
export function withOrder(table: OrderTable, id: bigint, text: string, state: OrderState) {
  const existing = findPosition(table, id);
  const isInserted = existing < 0;
  const position = isInserted ? newPosition(table, id) : existing;
  const rows = table.states.map((state, at): Row => ({ id: idAt(table, at), state, text: orderText(table, at) }));
  rows.splice(position, isInserted ? 0 : 1, { id, state, text });
  const builder = new TableBuilder(rows.length);
  for (const row of rows) builder.add(row);
  return { table: builder.table(), position, isInserted };
}

function newPosition(table: OrderTable, id: bigint): number {
  const { byId, count } = table;
  const isSorted = byId.every((position, index) => index === 0 || position > byId[index - 1]!);
  if (!isSorted) return count;
  const index = indexOf(table, id);
  return index === 0 ? 0 : byId[index - 1]! + 1;
}

/** What stands before and behind the value of a field. A date needs no escape. */
const MEMBERS = Object.entries(ORDER_FIELDS).map(([field, { kind, optional }], at) => {
  const quote = kind === "date-time" ? '"' : "";
  const start = `${at === 0 ? "{" : ","}"${field}":${quote}`;
  return { field: field as OrderField, start, end: quote, isText: kind === "string", mayLack: optional === true };
});

/** The JSON text of an order in ASCII. */
function serialize(order: ShapedOrder): string {
  return serializeWhole(order) ?? escapedJson(order as JsonObject);
}

/** Faster, for 100,000 orders; undefined for an order that lacks a field or has additional ones. */
function serializeWhole(order: ShapedOrder): string | undefined {
  let text = "";
  let known = 0;
  for (const { field, start, end, isText, mayLack } of MEMBERS) {
    const value = order[field];
    if (value !== undefined) {
      text += start + (isText ? escapedJson(value) : value) + end;
      known++;
    } else if (!mayLack) return undefined;
  }
  return Object.keys(order).length === known ? `${text}}` : undefined;
}

/** JSON text in ASCII. */
function escapedJson(value: Json): string {
  return stringifyJson(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
