/** A list whose bytes are those of an earlier one, or those without some of its orders, is not read and validated again. */
import { type JsonObject, parseJson } from "../../spec/json/json.ts";
import { integerValue } from "../../spec/schema/numbers.ts";
import { isJsonObject } from "./body.ts";
import type { OrderList } from "./order-list.ts";
import { keyOfId } from "./order-set.ts";

type Orders = Omit<OrderList, "exchange">;

/** A list without faults, and its bytes. */
export interface KnownList {
  readonly body: Uint8Array;
  readonly list: Orders;
}

const BRACE = "{".charCodeAt(0);
/** Bytes that are compared at a time. */
const BLOCK = 1 << 16;

/**
 * The list of a body that is the known one, or that one without some of its orders, as after cancellations. Undefined when the body is
 * anything else.
 */
export function knownList({ list, ...known }: KnownList, body: Uint8Array): Orders | undefined {
  const [before, after] = [asBuffer(known.body), asBuffer(body)];
  if (known.body === body || before.equals(after)) return list;
  // Orders have plain fields only and the list has no faults: so every brace begins an order or ends one.
  const removed = list.fields === "all" && list.withoutId === 0 ? removedOrders(before, after) : undefined;
  return removed === undefined ? undefined : withoutOrders(list, removed);
}

/** Undefined unless orders of the first text, and nothing else, are missing from the second one. */
function removedOrders(before: Buffer, after: Buffer): JsonObject[] | undefined {
  const texts: string[] = [];
  let missing = before.length - after.length;
  let [at, next] = [0, 0];
  while (missing > 0) {
    const start = before.lastIndexOf(BRACE, at + commonPrefix(before.subarray(at), after.subarray(next)));
    const end = before.indexOf(BRACE, start + 1);
    if (start < at || end < 0) return undefined;
    texts.push(before.toString("utf8", start, end).trimEnd().replace(/,$/, ""));
    missing -= end - start;
    next += start - at;
    at = end;
  }
  if (missing < 0 || texts.length === 0 || !before.subarray(at).equals(after.subarray(next))) return undefined;
  const removed = parseJson(`[${texts.join()}]`);
  return Array.isArray(removed) && removed.every(isJsonObject) ? removed : undefined;
}

function withoutOrders(list: Orders, removed: readonly JsonObject[]): Orders {
  const ids = removed.map(({ id }) => integerValue(id) as bigint);
  const keys = list.keys.without(ids.map(keyOfId));
  const watched = new Map([...list.watched].filter(([id]) => !ids.includes(id)));
  const sample = list.sample.filter(({ id }) => !ids.includes(integerValue(id) as bigint));
  const sorted = keys.size < 3 ? "unknown" : list.sorted;
  return { ...list, count: list.count - removed.length, keys, watched, sample, sorted };
}

function commonPrefix(a: Buffer, b: Buffer): number {
  let at = 0;
  while (at < b.length && a.subarray(at, at + BLOCK).equals(b.subarray(at, at + BLOCK))) at += BLOCK;
  while (at < b.length && a[at] === b[at]) at++;
  return Math.min(at, b.length);
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
