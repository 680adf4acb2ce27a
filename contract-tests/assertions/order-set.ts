/**
 * Sets of orders. The orders that a run has seen are numbered, and a list is a set of numbers: one of 100,000 orders takes 25 KB, so
 * that a run can keep all of its lists.
 */

/** The id of an order, or a text of its fields when it has none. Ids beyond 2^53 are bigints, others numbers. */
export type OrderKey = number | bigint | string;

export function keyOfId(id: bigint): number | bigint {
  return id >= Number.MIN_SAFE_INTEGER && id <= Number.MAX_SAFE_INTEGER ? Number(id) : id;
}

/** The number of each order that a list has shown. */
export class OrderIndex {
  private readonly numbers = new Map<OrderKey, number>();
  readonly keys: OrderKey[] = [];

  /** Adds the order if it is new. */
  numberOf(key: OrderKey): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }

  find(key: OrderKey): number | undefined {
    return this.numbers.get(key);
  }
}

const BITS = 32;

export class OrderSet implements Iterable<OrderKey> {
  readonly index: OrderIndex;
  /** Bit n of word m stands for the order with the number 32 m + n. */
  private readonly words: number[];

  constructor(index: OrderIndex, words: number[] = []) {
    this.index = index;
    this.words = words;
  }

  /** False when it is in the set already. */
  add(key: OrderKey): boolean {
    const number = this.index.numberOf(key);
    if (this.hasNumber(number)) return false;
    const at = Math.floor(number / BITS);
    while (this.words.length <= at) this.words.push(0);
    this.words[at]! |= 1 << (number % BITS);
    return true;
  }

  has(key: OrderKey): boolean {
    const number = this.index.find(key);
    return number !== undefined && this.hasNumber(number);
  }

  private hasNumber(number: number): boolean {
    return ((this.words[Math.floor(number / BITS)] ?? 0) & (1 << (number % BITS))) !== 0;
  }

  /** The orders of both sets that are in none of the others. Without others: of both sets. */
  *and(other: OrderSet, ...without: readonly OrderSet[]): Generator<OrderKey> {
    for (let at = 0; at < this.words.length; at++) {
      let word = this.words[at]! & (other.words[at] ?? 0);
      for (const excluded of without) word &= ~(excluded.words[at] ?? 0);
      for (; word !== 0; word &= word - 1) yield this.index.keys[at * BITS + 31 - Math.clz32(word & -word)]!;
    }
  }

  static union(index: OrderIndex, lists: readonly { readonly keys: OrderSet }[]): OrderSet {
    const words: number[] = Array(Math.ceil(index.keys.length / BITS)).fill(0);
    for (const { keys } of lists) for (let at = 0; at < keys.words.length; at++) words[at]! |= keys.words[at]!;
    return new OrderSet(index, words);
  }

  minus(other: OrderSet): OrderKey[] {
    return [...this.and(this, other)];
  }

  [Symbol.iterator](): Iterator<OrderKey> {
    return this.and(this);
  }
}
