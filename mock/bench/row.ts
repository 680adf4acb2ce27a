/** One line of the table. */
import { type Spread, spread } from "./rounds.ts";

export interface Row {
  /** Stable, for whoever reads results.json. */
  readonly id: string;
  readonly what: string;
  /** What it was measured beside, in the same rounds. */
  readonly beside?: string;
  /** Medians of the two sides, in `unit`. */
  readonly ours: number;
  readonly base?: number;
  readonly unit: "req/s" | "ms" | "MB" | "s";
  /** Ours over the baseline's where `measure` is "×", the difference in `unit` where it is "+", the median in `unit` where it is "=". */
  readonly measure: "×" | "+" | "=";
  readonly spread: Spread;
  readonly target?: { readonly at: "least" | "most"; readonly value: number };
}

type Described = Pick<Row, "id" | "what" | "beside" | "unit" | "measure" | "target">;

/** What one round gave. */
export interface Round {
  readonly ours: number;
  readonly base?: number;
}

/** A row from the rounds of its sides. */
export function row(described: Described, rounds: readonly Round[]): Row {
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

/** Whether the median keeps to the target. */
export function isMet({ target, spread: { median } }: Row): boolean {
  return target === undefined || (target.at === "least" ? median >= target.value : median <= target.value);
}

const mapSpread = ({ min, median, max }: Spread, change: (value: number) => number): Spread => ({
  min: change(min),
  median: change(median),
  max: change(max),
});

/** Three digits that count: more would pretend. */
function round(value: number): number {
  return Number(value.toPrecision(value >= 1000 ? 4 : 3));
}
