/** Random choices from a seed. */

export interface Draw {
  /** At least 0, less than 1. */
  number(): number;
  /** An integer from min to max, both included. */
  integer(min: number, max: number): number;
  one<T>(choices: readonly T[]): T;
  /** True with this probability. */
  happens(probability: number): boolean;
}

/** Mulberry32, which is fast and has a full period of 2^32. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  const number = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (min: number, max: number): number =>
    min + Math.floor(number() * (max - min + 1));
  return {
    number,
    integer,
    one: (choices) => choices[integer(0, choices.length - 1)]!,
    happens: (p) => number() < p,
  };
}
