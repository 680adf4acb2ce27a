/**
 * What all worlds of one scenario share and none of them changes: the list as bytes, ready to be sent, and where each order
 * stands in it. About 110 bytes an order; no object per order, since there may be a million of them.
 */
import type { OrderInState } from "../fixtures/orders.ts";
import { type ShapedOrder, scatter, shapeOrder } from "../fixtures/shape.ts";
import type { Answers } from "../spec/clauses/index.ts";
import { type JsonObject, stringifyJson } from "../spec/json.ts";
import type { Fields } from "../spec/kinds.ts";

export const PENDING = 0;
export const SHIPPED = 1;
export const CANCELLED = 2;

export interface Seed {
  /** Orders in the list. A place is an index in it. */
  readonly count: number;
  /** The whole list as JSON text in UTF-8. */
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

/** Lays out orders, which come by ascending id, as the answers to `list-order` and `order-fields`, and `fields`, have them. */
export function plantSeed(
  orders: readonly OrderInState[],
  answers: Pick<Answers, "list-order" | "order-fields">,
  fields: Fields = {},
): Seed {
  const shape = { answer: answers["order-fields"], fields };
  const hidden = fields.id?.every((kind) => kind === "absent") === true;
  const count = orders.length;
  const sequence = listSequence(count, answers["list-order"]);
  const offsets = new Uint32Array(count + 1);
  const states = new Uint8Array(count);
  const chunks: Uint8Array[] = [];
  const encoder = new TextEncoder();
  /** By index in `orders`: the place of each that has an id, -1 for the others. */
  const placeOf = new Int32Array(count).fill(-1);
  let at = 0;
  for (let start = 0; start < count; start += BATCH) {
    let text = "";
    for (let place = start; place < Math.min(start + BATCH, count); place++) {
      const index = sequence === undefined ? place : sequence[place]!;
      const { order, state } = orders[index]!;
      const shaped = shapeOrder(order, index, shape);
      offsets[place] = at + text.length;
      text += (place === 0 ? "[" : ",") + serialize(shaped);
      states[place] = state === "shipped" ? SHIPPED : PENDING;
      // Where no order shows its id, each still has one.
      if (shaped.id !== undefined || (hidden && order.id !== undefined)) placeOf[index] = place;
    }
    chunks.push(encoder.encode(text)); // ASCII throughout, so that characters are bytes.
    at += text.length;
  }
  offsets[count] = count === 0 ? 1 : at;
  chunks.push(encoder.encode(count === 0 ? "[]" : "]"));
  const bytes = concat(chunks);
  const places = Uint32Array.from(placeOf.filter((place) => place >= 0));
  const ids = new BigInt64Array(places.length);
  let next = 0;
  for (let index = 0; index < count; index++) if (placeOf[index]! >= 0) ids[next++] = orders[index]!.order.id!;
  return { count, bytes, offsets, ids, places, states, whole: [bytes] };
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
  return stringifyJson(order as JsonObject);
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
