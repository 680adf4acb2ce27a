/** One line of the results table. */
import { type Spread, spread } from "./rounds.ts";

export interface Measurement {
  /** Stable, since results.json is read by programs. */
  readonly id: string;
  readonly what: string;
  /** What it was compared with, in the same rounds. */
  readonly baseline?: string;
  /** Medians of the two sides, in `unit`. */
  readonly ours: number;
  readonly base?: number;
  readonly unit: "req/s" | "ms" | "MB" | "s" | "calls";
  /** Ours over the baseline's where `measure` is "×", the difference in `unit` where it is "+", the median in `unit` where it is "=". */
  readonly measure: "×" | "+" | "=";
  readonly spread: Spread;
  readonly target?: { readonly at: "least" | "most"; readonly value: number };
}

type Described = Pick<Measurement, "id" | "what" | "baseline" | "unit" | "measure" | "target">;

/** The result of one round. */
export interface Round {
  readonly ours: number;
  readonly base?: number;
}

export function measurement(described: Described, rounds: readonly Round[]): Measurement {
  const compared = rounds.map(({ ours, base = Number.NaN }) =>
    described.measure === "×" ? ours / base : described.measure === "+" ? ours - base : ours,
  );
  const bases = rounds.flatMap(({ base }) => base ?? []);
  return {
    ...described,
    ours: round(spread(rounds.map(({ ours }) => ours)).median),
    ...(bases.length > 0 && { base: round(spread(bases).median) }),
    spread: mapSpread(spread(compared), round),
  };
}

/** Whether the median meets the target. */
export function isMet({ target, spread: { median } }: Measurement): boolean {
  return target === undefined || (target.at === "least" ? median >= target.value : median <= target.value);
}

const mapSpread = ({ min, median, max }: Spread, change: (value: number) => number): Spread => ({
  min: change(min),
  median: change(median),
  max: change(max),
});

/** Three significant digits: more would suggest a precision that is not there. */
function round(value: number): number {
  return Number(value.toPrecision(value >= 1000 ? 4 : 3));
}
