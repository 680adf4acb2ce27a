/**
 * A list of orders as we judge it: which orders it has, without the orders themselves. We number
 * all orders that a run has seen, and a list is a set of numbers: 100,000 orders take 25 KB, so a
 * run can keep all of its lists.
 */
import type { JsonObject } from "../../../spec/json/json.ts";
import { ORDER_FIELD_NAMES, type OrderField } from "../../../spec/schema/fields.ts";
import type { Exchange } from "../../client/exchange.ts";

/**
 * The id of an order, or a text of its fields if it has no id. Ids beyond 2^53 are bigints, others
 * numbers.
 */
export type OrderKey = number | bigint | string;

export function keyOfId(id: bigint): number | bigint {
  return id >= Number.MIN_SAFE_INTEGER && id <= Number.MAX_SAFE_INTEGER ? Number(id) : id;
}

/** The number of each order that a list has shown. */
export class OrderIndex extends Map<OrderKey, number> {
  readonly byNumber: OrderKey[] = [];
}

const BITS = 32;

export class OrderSet implements Iterable<OrderKey> {
  private readonly index: OrderIndex;
  /** Bit n of word m stands for the order with the number 32 m + n. */
  private readonly words: number[] = [];

  constructor(index: OrderIndex) {
    this.index = index;
  }

  /** Returns false if the order is in the set already. */
  add(key: OrderKey): boolean {
    const number = this.index.get(key) ?? this.index.byNumber.push(key) - 1;
    this.index.set(key, number);
    if (this.hasNumber(number)) return false;
    const at = Math.floor(number / BITS);
    while (this.words.length <= at) this.words.push(0);
    this.words[at]! |= 1 << (number % BITS);
    return true;
  }

  has(key: OrderKey): boolean {
    const number = this.index.get(key);
    return number !== undefined && this.hasNumber(number);
  }

  private hasNumber(number: number): boolean {
    return ((this.words[Math.floor(number / BITS)] ?? 0) & (1 << (number % BITS))) !== 0;
  }

  /** Yields the orders that none of the other sets has. */
  *minus(...others: readonly OrderSet[]): Generator<OrderKey> {
    for (const [at, all] of this.words.entries()) {
      let word = others.reduce((left, { words }) => left & ~(words[at] ?? 0), all);
      for (; word !== 0; word &= word - 1)
        yield this.index.byNumber[at * BITS + 31 - Math.clz32(word & -word)]!;
    }
  }

  [Symbol.iterator](): Iterator<OrderKey> {
    return this.minus();
  }
}

export interface OrderList {
  readonly exchange: Exchange;
  readonly count: number;
  readonly keys: OrderSet;
  /** How many orders have no id and so cannot be identified. */
  readonly withoutId: number;
  /**
   * The first 200 orders, and those that were provided: for each field of Order a text that changes
   * when the field does.
   */
  readonly watched: ReadonlyMap<bigint, readonly string[]>;
  /** Fields that no order of the list has. */
  readonly lacking: ReadonlySet<OrderField>;
  /** The first 200 orders. */
  readonly sample: readonly JsonObject[];
  /** How the ids are sorted; `unknown` for fewer than three. */
  readonly sorted: "ascending" | "descending" | "neither" | "unknown";
  /**
   * Which fields the orders have: `some` if an order lacks a field, `extra` if one has another
   * field.
   */
  readonly fields: "all" | "some" | "extra" | "some-and-extra" | "unknown";
}

export function isListed({ keys }: Pick<OrderList, "keys">, id: bigint): boolean {
  return keys.has(keyOfId(id));
}

/** Names an order in a sentence: `order 17`. */
export function describeOrder(key: OrderKey | undefined): string {
  return typeof key === "string" ? "one without an id" : `order ${key}`;
}

/**
 * Returns the fields of an order that differ between two lists that both have the order. Leaves out
 * fields that no order of one list has: a release added or removed them.
 */
export function changedFields(a: OrderList, b: OrderList, id: bigint): readonly OrderField[] {
  const [then, now] = [a, b].map(({ watched }) => watched.get(id));
  if (then === undefined || now === undefined) return [];
  const isOfRelease = (field: OrderField) => [a, b].some(({ lacking }) => lacking.has(field));
  return ORDER_FIELD_NAMES.filter((field, nth) => then[nth] !== now[nth] && !isOfRelease(field));
}
