/** A list of orders as it is judged: which orders it holds, without the orders themselves. */
import type { JsonObject } from "../../spec/json/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { keyOfId, type OrderKey, type OrderSet } from "./order-set.ts";

export interface OrderList {
  readonly exchange: Exchange;
  readonly count: number;
  readonly keys: OrderSet;
  /** Orders without an id, which cannot be identified. */
  readonly withoutId: number;
  /** The provided orders in the list, each as a text that changes when one of its fields does. */
  readonly watched: ReadonlyMap<bigint, string>;
  /** The first 200 orders. */
  readonly sample: readonly JsonObject[];
  /** The order of the ids; `unknown` below three. */
  readonly sorted: "ascending" | "descending" | "neither" | "unknown";
  /** Which fields the orders have: `some` when one lacks a field, `extra` when one has another field. */
  readonly fields: "all" | "some" | "extra" | "some-and-extra" | "unknown";
}

export function isListed({ keys }: Pick<OrderList, "keys">, id: bigint): boolean {
  return keys.has(keyOfId(id));
}

/** For a sentence: `order 17`. */
export function describeOrder(key: OrderKey | undefined): string {
  return typeof key === "string" ? "one without an id" : `order ${key}`;
}
