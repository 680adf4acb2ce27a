/**
 * The immutable orders that all worlds of a scenario share: the list as bytes, ready to be sent, and the place of each order.
 * An order has no object of its own: a thousand worlds of 100,000 orders fit into memory.
 */

import { hash32 } from "../../fixtures/hash32.ts";
import type { OrderState, Orders } from "../../fixtures/orders.ts";
import { type OrderShape, type ShapedOrder, shapeOrder } from "../../fixtures/shape.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { type JsonObject, stringifyJson } from "../../spec/json/json.ts";
import type { Fields } from "../../spec/schema/value-kinds.ts";
import { concat } from "../replies/messages.ts";

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

/** Characters that are encoded at once. */
const BATCH = 1 << 16;
/** Orders between two pauses: about 20 ms. */
const STEP = 4096;

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
  const builder = new TableBuilder();
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
  private readonly pieces: Uint8Array[] = [];
  private length = 0;
  /** Text that is not in `pieces` yet. Each character is a byte. */
  private batch = "";
  private readonly offsets: number[] = [];
  private readonly ids: bigint[] = [];
  /** The positions of orders with an id. */
  private readonly withId: number[] = [];
  private readonly states: OrderState[] = [];

  add({ id, state, text }: Row): void {
    const position = this.states.push(state) - 1;
    this.offsets.push(this.length + this.batch.length);
    this.batch += (position === 0 ? "[" : ",") + text;
    this.ids.push(id ?? 0n);
    if (id !== undefined) this.withId.push(position);
    if (this.batch.length > BATCH) this.encode();
  }

  table(): OrderTable {
    const { states, withId } = this;
    const count = states.length;
    if (count === 0) this.batch = "[";
    this.offsets.push(this.length + this.batch.length);
    this.batch += "]";
    this.encode();
    const bytes = concat(this.pieces);
    const offsets = Uint32Array.from(this.offsets);
    const ids = BigInt64Array.from(this.ids);
    const pending = states.reduce((sum, state) => sum + Number(state === "pending"), 0);
    // Not as a typed array: this is fast for positions in order.
    const byId = Uint32Array.from(withId.sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1)));
    return { count, bytes, whole: [bytes], offsets, ids, states, counts: { pending, shipped: count - pending }, byId };
  }

  private encode(): void {
    this.pieces.push(new TextEncoder().encode(this.batch));
    this.length += this.batch.length;
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
  const builder = new TableBuilder();
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

/** The JSON text of an order in ASCII. */
function serialize(order: ShapedOrder): string {
  return stringifyJson(order as JsonObject).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
