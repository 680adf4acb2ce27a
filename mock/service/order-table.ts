/**
 * The immutable orders that all worlds of a scenario share: the list as bytes, ready to be sent, and the position of each
 * order. About 110 bytes per order; there is no object per order, since there may be millions.
 */

import { hash32 } from "../../fixtures/hash32.ts";
import type { Orders } from "../../fixtures/orders.ts";
import { type OrderShape, type ShapedOrder, shapeOrder } from "../../fixtures/shape.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { type Json, type JsonObject, stringifyJson } from "../../spec/json/json.ts";
import { ORDER_FIELDS, type OrderField } from "../../spec/schema/fields.ts";
import type { Fields } from "../../spec/schema/value-kinds.ts";

export const PENDING = 0;
export const SHIPPED = 1;
export const CANCELLED = 2;
const OPEN = 0x5b;
const COMMA = 0x2c;

export interface OrderTable {
  /** The number of orders. A position is an index in the list. */
  readonly count: number;
  /** The whole list as JSON text in ASCII. */
  readonly bytes: Uint8Array;
  /** For each position, the offset in `bytes` of the `[` or `,` before its order; one more for the final `]`. */
  readonly offsets: Uint32Array;
  /** The ids in ascending order, without orders that have none. */
  readonly ids: BigInt64Array;
  /** The position of the order with the id at the same index of `ids`. */
  readonly positions: Uint32Array;
  /** PENDING or SHIPPED for each position. */
  readonly states: Uint8Array;
  /** `bytes` as the one piece that every unchanged world sends. The same array, so that replies can be cached by it. */
  readonly whole: readonly Uint8Array[];
}

/** What finds an order by its id. */
export type OrderIndex = Pick<OrderTable, "ids" | "positions">;

/** Orders that are encoded at once: enough to be fast, few enough to avoid large strings. */
const BATCH = 512;
/** Orders between two pauses: about 20 ms. A multiple of the batch. */
const STEP = 8 * BATCH;
/** The initial capacity. Allocated pages that are never written use no memory. */
const BYTES_PER_ORDER = 128;

type ShapeAnswers = Pick<Answers, "list-order" | "order-fields" | "ship-date-form">;

/** Builds the table from orders by ascending id, in the shape and order that `answers` and `fields` say. */
export function buildOrderTable(orders: Orders, answers: ShapeAnswers, fields: Fields = {}): OrderTable {
  const steps = buildSteps(orders, answers, fields);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same with pauses, in which other worlds are served: a million orders take seconds. */
export async function buildOrderTableInSteps(
  orders: Orders,
  answers: ShapeAnswers,
  fields: Fields,
): Promise<OrderTable> {
  const steps = buildSteps(orders, answers, fields);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function* buildSteps(orders: Orders, answers: ShapeAnswers, fields: Fields): Generator<undefined, OrderTable> {
  const permutation = listPermutation(orders.length, answers["list-order"]);
  const ascending = yield* buildAscending(orders, {
    answer: answers["order-fields"],
    fields,
    dates: answers["ship-date-form"],
  });
  return permutation === undefined ? ascending : reorder(ascending, permutation);
}

function* buildAscending(orders: Orders, shape: OrderShape): Generator<undefined, OrderTable> {
  const hidden = shape.fields.id?.every((kind) => kind === "absent") === true;
  const count = orders.length;
  const offsets = new Uint32Array(count + 1);
  const states = new Uint8Array(count);
  const ids = new BigInt64Array(count);
  const positions = new Uint32Array(count);
  const text = new AsciiBuffer(count * BYTES_PER_ORDER);
  let idCount = 0;
  let position = 0;
  let batch = "";
  for (const { order, state } of orders) {
    const shaped = shapeOrder(order, position, shape);
    offsets[position] = text.length + batch.length;
    batch += (position === 0 ? "[" : ",") + serialize(shaped);
    states[position] = state === "shipped" ? SHIPPED : PENDING;
    // If the profile hides all ids, orders can still be cancelled by them.
    if (order.id !== undefined && (shaped.id !== undefined || hidden)) {
      ids[idCount] = order.id;
      positions[idCount++] = position;
    }
    if (++position % BATCH > 0) continue;
    text.add(batch);
    batch = "";
    if (position % STEP === 0) yield;
  }
  text.add(batch + (count === 0 ? "[" : ""));
  offsets[count] = text.length;
  text.add("]");
  const { bytes } = text;
  return {
    count,
    bytes,
    offsets,
    ids: ids.slice(0, idCount),
    positions: positions.slice(0, idCount),
    states,
    whole: [bytes],
  };
}

/** A growing buffer of ASCII text, in which a character is a byte. */
class AsciiBuffer {
  length = 0;
  private buffer: Uint8Array;
  private readonly encoder = new TextEncoder();

  constructor(capacity: number) {
    this.buffer = new Uint8Array(capacity);
  }

  add(text: string): void {
    const needed = this.length + text.length;
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(needed * 1.5);
      larger.set(this.bytes);
      this.buffer = larger;
    }
    this.encoder.encodeInto(text, this.buffer.subarray(this.length));
    this.length = needed;
  }

  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }
}

/** The same orders in another order: `permutation` has the old position for each new one. */
function reorder(table: OrderTable, permutation: Uint32Array): OrderTable {
  const { count } = table;
  const bytes = new Uint8Array(table.bytes.length);
  const offsets = new Uint32Array(count + 1);
  const states = new Uint8Array(count);
  const newPosition = new Uint32Array(count);
  let at = 0;
  permutation.forEach((old, position) => {
    newPosition[old] = position;
    states[position] = table.states[old]!;
    offsets[position] = at;
    bytes.set(table.bytes.subarray(table.offsets[old]!, table.offsets[old + 1]!), at);
    bytes[at] = position === 0 ? OPEN : COMMA;
    at += table.offsets[old + 1]! - table.offsets[old]!;
  });
  offsets[count] = table.offsets[count]!;
  bytes.set(table.bytes.subarray(offsets[count]!), offsets[count]!);
  return {
    ...table,
    bytes,
    offsets,
    states,
    positions: table.positions.map((old) => newPosition[old]!),
    whole: [bytes],
  };
}

/** The position of the order with this id, or -1. */
export function findPosition({ ids, positions }: OrderIndex, id: bigint): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle]!;
    if (found === id) return positions[middle]!;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The index of the order for each position; undefined for ascending order. */
function listPermutation(count: number, answer: Answers["list-order"]): Uint32Array | undefined {
  if (answer === "ascending") return undefined;
  const permutation = Uint32Array.from({ length: count }, (_, index) => index);
  return answer === "descending" ? permutation.reverse() : permutation.sort((a, b) => hash32(a) - hash32(b));
}

/** What stands before and behind the value of a field. A date needs no escape. */
const MEMBERS = Object.entries(ORDER_FIELDS).map(([field, { kind, optional }], at) => {
  const quote = kind === "date-time" ? '"' : "";
  const start = `${at === 0 ? "{" : ","}"${field}":${quote}`;
  return { field: field as OrderField, start, end: quote, isText: kind === "string", mayLack: optional === true };
});

/** The JSON text of an order. */
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
