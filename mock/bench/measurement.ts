/**
 * Compares two sides in rounds, and prints the results as a table for the terminal and
 * docs/speed.md.
 */
import { markdownTable, replaceSections } from "../../spec/generate/pages.ts";

interface Described {
  /** Never changes, because programs read results.json. */
  readonly id: string;
  readonly what: string;
  /** The other side, measured in the same rounds. */
  readonly baseline: string;
  readonly unit: "req/s" | "ms" | "MB" | "s";
  /** Limits for the median of ours divided by the baseline's. */
  readonly min?: number;
  readonly max?: number;
}

export interface Measurement extends Described {
  /** Medians of the two sides, in `unit`. */
  readonly ours: number;
  readonly base: number;
  /** Ours divided by the baseline's, round by round. */
  readonly spread: { readonly min: number; readonly median: number; readonly max: number };
}

export interface Row extends Measurement {
  /** Day of the measurement. */
  readonly date: string;
}

export interface Results {
  readonly node: string;
  readonly cores: number;
  readonly rows: readonly Row[];
}

interface Round<T = number> {
  readonly ours: T;
  readonly base: T;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function measurement(described: Described, rounds: readonly Round[]): Measurement {
  const ratios = rounds.map(({ ours, base }) => ours / base);
  return {
    ...described,
    ours: rounded(median(rounds.map(({ ours }) => ours))),
    base: rounded(median(rounds.map(({ base }) => base))),
    spread: {
      min: rounded(Math.min(...ratios)),
      median: rounded(median(ratios)),
      max: rounded(Math.max(...ratios)),
    },
  };
}

/** Three significant digits: more would suggest precision we do not have. */
const rounded = (value: number): number => Number(value.toPrecision(value >= 1000 ? 4 : 3));

/**
 * Runs both sides in each round, in alternating order, so that other load on the machine affects
 * both.
 */
export async function alternate<T>(
  rounds: number,
  ours: () => Promise<T>,
  base: () => Promise<T>,
): Promise<Round<T>[]> {
  const results: Round<T>[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await (round % 2 === 0 ? base : ours)();
    const second = await (round % 2 === 0 ? ours : base)();
    results.push(round % 2 === 0 ? { base: first, ours: second } : { ours: first, base: second });
  }
  return results;
}

const number = (value: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: 4 });

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { what, ours, base, baseline, unit, spread, min = 0, max = Infinity, date } = row;
    const goal = max === Infinity ? `≥ ${min}` : `≤ ${max}`;
    const isMissed = spread.median < min || spread.median > max;
    return [
      what,
      `${number(ours)} ${unit}`,
      `${baseline}: ${number(base)} ${unit}`,
      number(spread.min),
      number(spread.median),
      number(spread.max),
      isMissed ? `${goal} (missed)` : goal,
      date,
    ];
  });
  const heads = ["", "orders-kit", "baseline", "min", "median", "max", "goal", "measured"];
  return markdownTable(heads, lines);
}

/** Inserts the results between the page's markers. Throws if the page has none. */
export function withResults(page: string, { node, cores, rows }: Results): string {
  const on = `Node ${node}, ${cores} cores shared with other work, server and load on different ones, load by wrk.`;
  return replaceSections(page, { bench: `${on}\n\n${tableOf(rows)}` });
}
