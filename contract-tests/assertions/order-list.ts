/** A list of orders as later checks need it: which orders it holds, without the orders themselves. */
import type { JsonObject } from "../../spec/json/json.ts";
import type { Exchange } from "../client/exchange.ts";

/** The id of an order, or its comparable text when it has none. Ids beyond 2^53 are bigints, others numbers. */
export type OrderKey = number | bigint | string;

export interface OrderList {
  readonly exchange: Exchange;
  readonly count: number;
  /** Two lists of the same bytes share this object. */
  readonly keys: ReadonlySet<OrderKey>;
  /** Orders without an id, which cannot be identified. */
  readonly withoutId: number;
  /** The watched orders in the list, each as a text that changes when one of its fields does. */
  readonly watched: ReadonlyMap<bigint, string>;
  /** The first 200 orders. */
  readonly sample: readonly JsonObject[];
  /** The order of the ids; `unknown` below three. */
  readonly sorted: "ascending" | "descending" | "neither" | "unknown";
  /** Which fields the orders have: `some` when one lacks a field, `extra` when one has another field. */
  readonly fields: "all" | "some" | "extra" | "some-and-extra" | "unknown";
}

export function keyOfId(id: bigint): number | bigint {
  return id >= Number.MIN_SAFE_INTEGER && id <= Number.MAX_SAFE_INTEGER ? Number(id) : id;
}

export function isListed(list: OrderList, id: bigint): boolean {
  return list.keys.has(keyOfId(id));
}

/** The fields, by their position, that differ between two lists that both have the order. */
export function changedFields(before: OrderList, after: OrderList, id: bigint): number[] {
  const [then, now] = [before.watched.get(id)?.split("|"), after.watched.get(id)?.split("|")];
  if (then === undefined || now === undefined) return [];
  return then.flatMap((value, field) => (value === now[field] ? [] : [field]));
}

/** For a sentence: `order 17`. */
export function describeOrder(key: OrderKey | undefined): string {
  return typeof key === "string" ? "one without an id" : `order ${key}`;
}
