/** The immutable orders that all worlds of a scenario share: the list as bytes, ready to be sent, and each order with its place in them. */

import { hash32 } from "../../fixtures/hash32.ts";
import type { OrderState, Orders } from "../../fixtures/orders.ts";
import { type ShapedOrder, shapeOrder } from "../../fixtures/shape.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";
import { concat, lengthOf } from "../replies/messages.ts";

export interface OrderTable {
  /** In the order of the list. */
  readonly orders: readonly StoredOrder[];
  readonly byId: ReadonlyMap<bigint, StoredOrder>;
  /** Those with an id, by ascending id. */
  readonly sorted: readonly StoredOrder[];
  /** All orders as JSON text in ASCII, with a comma before each. */
  readonly bytes: Uint8Array;
}

/** `start` and `length`: its part of the bytes, with the comma. */
export interface StoredOrder {
  /** Undefined for an order without one. */
  readonly id: bigint | undefined;
  readonly state: OrderState;
  readonly start: number;
  readonly length: number;
}

/** Orders that are encoded at once, and between two pauses: about 20 ms. */
const BATCH = 512;
const STEP = 8 * BATCH;
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
  const stored: StoredOrder[] = [];
  const pieces: Uint8Array[] = [];
  let start = 0;
  let text = "";
  const encode = (): void => {
    pieces.push(ENCODER.encode(text));
    text = "";
  };
  for (const { order, state } of inListOrder(orders, answers)) {
    const written = `,${serialize(order)}`;
    stored.push({ id: order.id, state, start, length: written.length });
    start += written.length;
    text += written;
    if (stored.length % BATCH === 0) encode();
    if (stored.length % STEP === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  encode();
  return tableOf(stored, concat(pieces));
}

function* inListOrder(
  orders: Orders,
  answers: Parameters<typeof buildOrderTable>[1],
): Generator<{ readonly order: ShapedOrder; readonly state: OrderState }> {
  const shape = { answer: answers["order-fields"], dates: answers["ship-date-form"] };
  let index = 0;
  const shaped = function* () {
    for (const { order, state } of orders)
      yield { order: shapeOrder(order, index++, shape), state };
  };
  if (answers["list-order"] === "ascending") return yield* shaped();
  const all = [...shaped()];
  if (answers["list-order"] === "descending") return yield* all.reverse();
  const shuffled = [...all.keys()].sort((a, b) => hash32(a) - hash32(b));
  for (const at of shuffled) yield all[at]!;
}

/** What finds orders is made when it is needed first: a list needs none of it. */
function tableOf(orders: readonly StoredOrder[], bytes: Uint8Array): OrderTable {
  let byId: OrderTable["byId"] | undefined;
  let sorted: OrderTable["sorted"] | undefined;
  return {
    orders,
    bytes,
    get sorted() {
      sorted ??= orders
        .filter(({ id }) => id !== undefined)
        .sort((a, b) => (a.id! < b.id! ? -1 : 1));
      return sorted;
    },
    get byId() {
      byId ??= new Map(this.sorted.map((order) => [order.id!, order]));
      return byId;
    },
  };
}

/** Below this many bytes, or above this many pieces, copying the list once is cheaper than sending it in pieces. */
const ONE_PIECE = 1 << 17;
const MAX_PIECES = 500;

/** The list without some of its orders: pieces of the bytes of the table, so that the worlds of a large table share them. */
export function listWithout(
  { bytes }: OrderTable,
  hidden: readonly StoredOrder[],
): readonly Uint8Array[] {
  const shown: Uint8Array[] = [];
  let from = 0;
  for (const { start, length } of hidden.toSorted((a, b) => a.start - b.start)) {
    if (start > from) shown.push(bytes.subarray(from, start));
    from = start + length;
  }
  if (from < bytes.length) shown.push(bytes.subarray(from));

  const [first, ...rest] = shown;
  const list = first === undefined ? [OPEN, CLOSE] : [OPEN, first.subarray(1), ...rest, CLOSE];
  return lengthOf(list) < ONE_PIECE || list.length > MAX_PIECES ? [concat(list)] : list;
}

/** An order as JSON text, as in the list. */
export function orderText({ bytes }: OrderTable, { start, length }: StoredOrder): string {
  return DECODER.decode(bytes.subarray(start + 1, start + length));
}

/**
 * A table with one more order, or with another one of this id. `text` is JSON in ASCII, with that id. A new order is listed by its
 * id where the list is sorted, else last. The table itself does not change: other worlds share it.
 */
export function withOrder(
  { orders, byId, bytes }: OrderTable,
  id: bigint,
  text: string,
  state: OrderState,
): OrderTable {
  const replaced = byId.get(id);
  const at = replaced === undefined ? newPosition(orders, id) : orders.indexOf(replaced);
  const after = orders.slice(replaced === undefined ? at : at + 1);
  const start = orders[at]?.start ?? bytes.length;
  const end = start + (replaced?.length ?? 0);

  const order = ENCODER.encode(`,${text}`);
  const moved = start + order.length - end;
  return tableOf(
    [
      ...orders.slice(0, at),
      { id, state, start, length: order.length },
      ...after.map((one) => ({ ...one, start: one.start + moved })),
    ],
    concat([bytes.subarray(0, start), order, bytes.subarray(end)]),
  );
}

function newPosition(orders: readonly StoredOrder[], id: bigint): number {
  const ids = orders.flatMap((order) => order.id ?? []);
  const isSorted = ids.every((one, at) => at === 0 || one > ids[at - 1]!);
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
