/**
 * What all worlds of one scenario share and none of them changes: the list as bytes, ready to be sent, and where each order
 * stands in it. About 110 bytes an order; no object per order, since there may be a million of them.
 */
import type { Orders } from "../fixtures/orders.ts";
import { type OrderShape, type ShapedOrder, scatter, shapeOrder } from "../fixtures/shape.ts";
import type { Answers } from "../spec/clauses/index.ts";
import { type JsonObject, stringifyJson } from "../spec/json.ts";
import type { Fields } from "../spec/kinds.ts";

export const PENDING = 0;
export const SHIPPED = 1;
export const CANCELLED = 2;
const OPEN = 0x5b;
const COMMA = 0x2c;

export interface Seed {
  /** Orders in the list. A place is an index in it. */
  readonly count: number;
  /** The whole list as JSON text in ASCII. */
  readonly bytes: Uint8Array;
  /** For each place, where the `[` or `,` before its order stands in `bytes`; one more for the `]` at the end. */
  readonly offsets: Uint32Array;
  /** The ids, ascending; orders without one are not here. */
  readonly ids: BigInt64Array;
  /** The place of the order whose id stands at the same index of `ids`. */
  readonly places: Uint32Array;
  /** For each place, PENDING or SHIPPED. */
  readonly states: Uint8Array;
  /** The list in one piece: what every world sends in which nothing has changed. */
  readonly whole: readonly Uint8Array[];
}

/** Orders that are turned into bytes at once: enough to be quick, few enough to leave no large strings behind. */
const BATCH = 512;
/** Bytes of an order of five fields. What is set aside and not used is never touched, and so takes no memory. */
const ROOM = 128;

/** Lays out orders, which come by ascending id, as the answers and `fields` have them. */
export function plantSeed(
  orders: Orders,
  answers: Pick<Answers, "list-order" | "order-fields" | "ship-date-form">,
  fields: Fields = {},
): Seed {
  const sequence = listSequence(orders.length, answers["list-order"]);
  const ascending = layOut(orders, { answer: answers["order-fields"], fields, dates: answers["ship-date-form"] });
  return sequence === undefined ? ascending : rearrange(ascending, sequence);
}

/** Each order at the place that it comes at. */
function layOut(orders: Orders, shape: OrderShape): Seed {
  const hidden = shape.fields.id?.every((kind) => kind === "absent") === true;
  const count = orders.length;
  const offsets = new Uint32Array(count + 1);
  const states = new Uint8Array(count);
  const ids = new BigInt64Array(count);
  const places = new Uint32Array(count);
  const text = new GrowingText(count * ROOM);
  let known = 0;
  let place = 0;
  let batch = "";
  for (const { order, state } of orders) {
    const shaped = shapeOrder(order, place, shape);
    offsets[place] = text.length + batch.length;
    batch += (place === 0 ? "[" : ",") + serialize(shaped);
    states[place] = state === "shipped" ? SHIPPED : PENDING;
    // Where no order shows its id, each still has one.
    if (order.id !== undefined && (shaped.id !== undefined || hidden)) {
      ids[known] = order.id;
      places[known++] = place;
    }
    if (++place % BATCH > 0) continue;
    text.add(batch);
    batch = "";
  }
  text.add(batch + (count === 0 ? "[" : ""));
  offsets[count] = text.length;
  text.add("]");
  const { bytes } = text;
  return { count, bytes, offsets, ids: ids.slice(0, known), places: places.slice(0, known), states, whole: [bytes] };
}

/** Text in ASCII, so that characters are bytes. */
class GrowingText {
  length = 0;
  private room: Uint8Array;
  private readonly encoder = new TextEncoder();

  constructor(room: number) {
    this.room = new Uint8Array(room);
  }

  add(text: string): void {
    const needed = this.length + text.length;
    if (needed > this.room.length) {
      const larger = new Uint8Array(needed * 1.5);
      larger.set(this.bytes);
      this.room = larger;
    }
    this.encoder.encodeInto(text, this.room.subarray(this.length));
    this.length = needed;
  }

  get bytes(): Uint8Array {
    return this.room.subarray(0, this.length);
  }
}

/** The same orders with those at the places that `sequence` names, one after the other. */
function rearrange(seed: Seed, sequence: Uint32Array): Seed {
  const { count } = seed;
  const bytes = new Uint8Array(seed.bytes.length);
  const offsets = new Uint32Array(count + 1);
  const states = new Uint8Array(count);
  const newPlace = new Uint32Array(count);
  let at = 0;
  sequence.forEach((old, place) => {
    newPlace[old] = place;
    states[place] = seed.states[old]!;
    offsets[place] = at;
    bytes.set(seed.bytes.subarray(seed.offsets[old]!, seed.offsets[old + 1]!), at);
    bytes[at] = place === 0 ? OPEN : COMMA;
    at += seed.offsets[old + 1]! - seed.offsets[old]!;
  });
  offsets[count] = seed.offsets[count]!;
  bytes.set(seed.bytes.subarray(offsets[count]!), offsets[count]!);
  return { ...seed, bytes, offsets, states, places: seed.places.map((old) => newPlace[old]!), whole: [bytes] };
}

/** The place of the order with an id, or -1. */
export function findPlace(seed: Seed, id: bigint): number {
  const { ids } = seed;
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle]!;
    if (found === id) return seed.places[middle]!;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Which order stands at each place; undefined when each stands at its own index. */
function listSequence(count: number, answer: Answers["list-order"]): Uint32Array | undefined {
  if (answer === "ascending") return undefined;
  const sequence = Uint32Array.from({ length: count }, (_, index) => index);
  return answer === "descending" ? sequence.reverse() : sequence.sort((a, b) => scatter(a) - scatter(b));
}

/** The JSON text of an order. The five fields are written by hand: a hundred thousand of them are on the way to the start. */
function serialize(order: ShapedOrder): string {
  const { id, petId, quantity, shipDate, complete } = order;
  const usual = id !== undefined && petId !== undefined && quantity !== undefined && shipDate !== undefined;
  if (usual && complete !== undefined && Object.keys(order).length === 5)
    return `{"id":${id},"petId":${petId},"quantity":${quantity},"shipDate":"${shipDate}","complete":${complete}}`;
  return stringifyJson(order as JsonObject).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
