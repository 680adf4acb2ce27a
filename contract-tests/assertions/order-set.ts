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

  /** False when it is in the set already. */
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

  /** The orders that are in none of the others. */
  *minus(...others: readonly OrderSet[]): Generator<OrderKey> {
    for (const [at, all] of this.words.entries()) {
      let word = others.reduce((left, { words }) => left & ~(words[at] ?? 0), all);
      for (; word !== 0; word &= word - 1) yield this.index.byNumber[at * BITS + 31 - Math.clz32(word & -word)]!;
    }
  }

  [Symbol.iterator](): Iterator<OrderKey> {
    return this.minus();
  }
}
