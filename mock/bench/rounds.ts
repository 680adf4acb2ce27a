/** Two sides measured in turn, so that whatever else the machine does falls on both. */

export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { min: sorted[0]!, median, max: sorted.at(-1)! };
}

/** Runs both sides in each round, the one that was last first in the next; resolves with what each gave, round by round. */
export async function alternate<T>(
  rounds: number,
  ours: () => Promise<T>,
  base: () => Promise<T>,
): Promise<{ readonly ours: T; readonly base: T }[]> {
  const results: { ours: T; base: T }[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = round % 2 === 0 ? await base() : await ours();
    const second = round % 2 === 0 ? await ours() : await base();
    results.push(round % 2 === 0 ? { base: first, ours: second } : { ours: first, base: second });
  }
  return results;
}
