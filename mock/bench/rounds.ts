/** Measures two sides in turn, so that other load on the machine affects both. */

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

/** Runs both sides in each round, in alternating order. Resolves with the results by round. */
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

/** A fully loaded server with a smaller CPU share had to share its core. */
const UNDISTURBED = 0.9;
/** At most this multiple of the requested rounds is run. */
const MAX_ROUNDS_FACTOR = 3;

/**
 * Like `alternate`, until enough rounds were undisturbed on both sides or the maximum is reached. Resolves with the least
 * disturbed rounds. `cpuShare` is the share of its core that a side had; it affects both sides, so the choice favours neither.
 */
export async function undisturbedRounds<T>(
  rounds: number,
  ours: () => Promise<T>,
  base: () => Promise<T>,
  cpuShare: (side: T) => number,
): Promise<{ readonly ours: T; readonly base: T }[]> {
  const all: { readonly ours: T; readonly base: T }[] = [];
  const cpuShareOf = ({ ours, base }: { ours: T; base: T }): number => Math.min(cpuShare(ours), cpuShare(base));
  while (
    all.length < MAX_ROUNDS_FACTOR * rounds &&
    all.filter((round) => cpuShareOf(round) >= UNDISTURBED).length < rounds
  )
    all.push(...(await alternate(2, ours, base)));
  return all.toSorted((a, b) => cpuShareOf(b) - cpuShareOf(a)).slice(0, rounds);
}
