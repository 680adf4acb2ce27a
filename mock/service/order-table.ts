/**
 * The immutable orders that all worlds of a scenario share: the list as bytes, ready to be sent, and the place of each order.
 * An order has no object of its own: a thousand worlds of 100,000 orders fit into memory.
 */

import { hash32 } from "../../fixtures/hash32.ts";
import type { OrderState, Orders } from "../../fixtures/orders.ts";
import { type OrderShape, type ShapedOrder, shapeOrder } from "../../fixtures/shape.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";
import { concat, lengthOf } from "../replies/messages.ts";

export interface OrderTable {
  /** For each position, which is an index in the list; undefined for an order without an id. */
  readonly ids: readonly (bigint | undefined)[];
  /** For each position. */
  readonly states: readonly OrderState[];
  /** All orders as JSON text in ASCII, with a comma before each. */
  readonly bytes: Uint8Array;
  /** For each position, the offset in `bytes` of the comma before its order; one more for the end. */
  readonly offsets: Uint32Array;
  /** The positions of the orders with an id, by ascending id. A map would cost more than all else here. */
  readonly byId: Uint32Array;
  /** What every unchanged world sends. */
  readonly list: readonly Uint8Array[];
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
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
const OPEN = Uint8Array.of(0x5b);
const CLOSE = Uint8Array.of(0x5d);

/**
 * Builds the table from orders by ascending id, in the shape and order that `answers` say. Pauses, in which other
 * worlds are served: 100,000 orders take a third of a second.
 */
export async function buildOrderTable(
  orders: Orders,
  answers: Pick<Answers, "list-order" | "order-fields" | "ship-date-form">,
): Promise<OrderTable> {
  const rows = rowsOf(orders, {
    answer: answers["order-fields"],
    dates: answers["ship-date-form"],
  });
  const ids: (bigint | undefined)[] = [];
  const states: OrderState[] = [];
  const offsets = new Uint32Array(orders.length + 1);
  let bytes: Uint8Array = new Uint8Array(orders.length * BYTES_PER_ORDER);
  let length = 0;
  /** Not encoded yet: rows are encoded many at once, and none is kept, since objects and strings need most of the memory. */
  let text = "";
  const encode = (): void => {
    if (length + text.length > bytes.length)
      bytes = concat([bytes, new Uint8Array(bytes.length + text.length)]);
    length += ENCODER.encodeInto(text, bytes.subarray(length)).written;
    text = "";
  };
  for (const row of inListOrder(rows, answers["list-order"])) {
    states.push(row.state);
    text += `,${row.text}`;
    offsets[ids.push(row.id)] = length + text.length;
    if (ids.length % BATCH === 0) encode();
    if (ids.length % STEP === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  encode();
  return tableOf(ids, states, bytes.subarray(0, length), offsets);
}

function* rowsOf(orders: Orders, shape: OrderShape): Generator<Row> {
  let index = 0;
  for (const { order, state } of orders) {
    const shaped = shapeOrder(order, index++, shape);
    yield { id: shaped.id, state, text: serialize(shaped) };
  }
}

function inListOrder(rows: Iterable<Row>, answer: Answers["list-order"]): Iterable<Row> {
  if (answer === "ascending") return rows;
  const all = [...rows];
  if (answer === "descending") return all.reverse();
  const shuffled = all.map((_, at) => at).sort((a, b) => hash32(a) - hash32(b));
  return shuffled.map((at) => all[at]!);
}

function tableOf(
  ids: OrderTable["ids"],
  states: OrderTable["states"],
  bytes: Uint8Array,
  offsets: Uint32Array,
): OrderTable {
  const withId = [...ids.keys()].filter((at) => ids[at] !== undefined);
  const byId = Uint32Array.from(withId.sort((a, b) => (ids[a]! < ids[b]! ? -1 : 1)));
  return { ids, states, bytes, offsets, byId, list: listOf([bytes]) };
}

/** The position of the order with this id, if there is one. */
export function positionOf({ ids, byId }: OrderIndex, id: bigint): number | undefined {
  let [low, high] = [0, byId.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ids[byId[middle]!]! < id) low = middle + 1;
    else high = middle;
  }
  const position = byId[low];
  return position !== undefined && ids[position] === id ? position : undefined;
}

/** Below this many bytes, copying the list once is cheaper than sending it in pieces. */
const ONE_PIECE = 1 << 17;

/** The list of some orders, each with a comma before it. */
export function listOf(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const [first, ...rest] = pieces.filter(({ length }) => length > 0);
  const list = first === undefined ? [OPEN, CLOSE] : [OPEN, first.subarray(1), ...rest, CLOSE];
  return lengthOf(list) < ONE_PIECE ? [concat(list)] : list;
}

/** An order as JSON text, as in the list. */
export function orderText({ bytes, offsets }: OrderTable, position: number): string {
  return DECODER.decode(bytes.subarray(offsets[position]! + 1, offsets[position + 1]));
}

/**
 * A table with one more order, or with another one of this id. `text` is JSON in ASCII, with that id. A new order is listed by its
 * id where the list is sorted, else last. The table itself does not change: other worlds share it.
 */
export function withOrder(
  table: OrderTable,
  id: bigint,
  text: string,
  state: OrderState,
): OrderTable {
  const { ids, states, bytes, offsets } = table;
  const existing = positionOf(table, id);
  const at = existing ?? newPosition(table, id);
  const next = existing === undefined ? at : at + 1;
  const order = ENCODER.encode(`,${text}`);
  const moved = offsets[at]! + order.length - offsets[next]!;
  return tableOf(
    ids.toSpliced(at, next - at, id),
    states.toSpliced(at, next - at, state),
    concat([bytes.subarray(0, offsets[at]), order, bytes.subarray(offsets[next])]),
    Uint32Array.from([
      ...offsets.subarray(0, at + 1),
      ...offsets.subarray(next).map((offset) => offset + moved),
    ]),
  );
}

function newPosition({ ids, byId }: OrderTable, id: bigint): number {
  const isSorted = byId.every((position, at) => at === 0 || position > byId[at - 1]!);
  const before = byId.findLast((position) => ids[position]! < id) ?? -1;
  return isSorted ? before + 1 : ids.length;
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
