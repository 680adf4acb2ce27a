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

/** A server whose load is a core's worth and that gets less of the core shared it with somebody. */
const CALM = 0.9;
/** How many times the wanted rounds are run at most. */
const PATIENCE = 3;

/**
 * As `alternate`, until so many rounds were calm on both sides, or patience ends; resolves with the calmest. `calmness` is the
 * share of its core that a side had, which falls on both sides alike, so that the choice favours neither.
 */
export async function calmRounds<T>(
  rounds: number,
  ours: () => Promise<T>,
  base: () => Promise<T>,
  calmness: (side: T) => number,
): Promise<{ readonly ours: T; readonly base: T }[]> {
  const all: { readonly ours: T; readonly base: T }[] = [];
  const calmOf = ({ ours, base }: { ours: T; base: T }): number => Math.min(calmness(ours), calmness(base));
  while (all.length < PATIENCE * rounds && all.filter((round) => calmOf(round) >= CALM).length < rounds)
    all.push(...(await alternate(2, ours, base)));
  return all.toSorted((a, b) => calmOf(b) - calmOf(a)).slice(0, rounds);
}
