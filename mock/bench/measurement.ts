/** Rounds that compare two sides, and their results as tables, for the terminal and docs/speed.md. */
import { replaceSections } from "../../spec/generate/pages.ts";

interface Described {
  /** Stable, since results.json is read by programs. */
  readonly id: string;
  readonly what: string;
  /** What it was compared with, in the same rounds. */
  readonly baseline?: string;
  readonly unit: "req/s" | "ms" | "MB" | "s" | "calls";
  /** Ours over the baseline's where it is "×", the difference in `unit` where it is "+", ours where it is "=". */
  readonly measure: "×" | "+" | "=";
  /** The goal for the median. */
  readonly min?: number;
  readonly max?: number;
}

export interface Measurement extends Described {
  /** Medians of the two sides, in `unit`. */
  readonly ours: number;
  readonly base?: number;
  readonly spread: { readonly min: number; readonly median: number; readonly max: number };
}

export interface Row extends Measurement {
  /** The day on which it was measured. */
  readonly date: string;
}

/** The result of one round. */
interface Round<T = number> {
  readonly ours: T;
  readonly base: T;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function measurement(
  described: Described,
  rounds: readonly { ours: number; base?: number }[],
): Measurement {
  const compared = rounds.map(
    ({ ours, base = Number.NaN }) =>
      ({ "×": ours / base, "+": ours - base, "=": ours })[described.measure],
  );
  const bases = rounds.flatMap(({ base }) => base ?? []);
  const spread = {
    min: rounded(Math.min(...compared)),
    median: rounded(median(compared)),
    max: rounded(Math.max(...compared)),
  };
  const ours = rounded(median(rounds.map(({ ours }) => ours)));
  return { ...described, ours, ...(bases.length > 0 && { base: rounded(median(bases)) }), spread };
}

/** Three significant digits: more would suggest a precision that is not there. */
const rounded = (value: number): number => Number(value.toPrecision(value >= 1000 ? 4 : 3));

/** Runs both sides in each round, in alternating order, so that other load on the machine affects both. */
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

/**
 * Eleven rounds in which neither side had to share its core, or the eleven least disturbed of 33. The share affects both sides, so the
 * choice favours neither. Each side runs once before, to warm up.
 */
export async function undisturbed<T extends { readonly cpuShare: number }>(
  ours: () => Promise<T>,
  base: () => Promise<T>,
): Promise<readonly Round<T>[]> {
  const shareOf = (round: Round<T>): number => Math.min(round.ours.cpuShare, round.base.cpuShare);
  const rounds: Round<T>[] = [];
  await alternate(1, ours, base);
  while (rounds.length < 33 && rounds.filter((round) => shareOf(round) >= 0.9).length < 11)
    rounds.push(...(await alternate(2, ours, base)));
  return rounds.toSorted((a, b) => shareOf(b) - shareOf(a)).slice(0, 11);
}

export interface PeerResult {
  readonly name: string;
  readonly coldStartMs: number;
  readonly idleMb: number;
  /** Medians of the requests per second, as a multiple of those of the bare server. */
  readonly list50: number;
  readonly list1000: number;
  readonly deleteUnknown: number;
}

export interface Results {
  readonly node: string;
  readonly cores: number;
  readonly rows: readonly Row[];
  /** The last measurement of other tools. */
  readonly peers?: { readonly date: string; readonly rows: readonly PeerResult[] };
}

const number = (value: number): string =>
  value.toLocaleString("en", { maximumSignificantDigits: 4 });
const table = (lines: readonly (readonly (string | number)[])[]): string =>
  lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** The rows with those that were measured again in the place of the older ones. */
export function withRows(before: readonly Row[], measured: readonly Row[]): readonly Row[] {
  const byId = new Map([...before, ...measured].map((row) => [row.id, row]));
  return [...byId.values()];
}

export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { what, ours, base, baseline, unit, measure, spread, min, max, date } = row;
    const isMissed = spread.median < (min ?? -Infinity) || spread.median > (max ?? Infinity);
    const goal = min === undefined ? (max === undefined ? "" : `≤ ${number(max)}`) : `≥ ${min}`;
    const compared = base === undefined ? (baseline ?? "") : `${baseline}: ${number(base)} ${unit}`;
    const shown = (value: number) => (measure === "+" && value >= 0 ? "+" : "") + number(value);
    const figures = [spread.min, spread.median, spread.max].map(shown);
    return [
      what,
      `${number(ours)} ${unit}`,
      compared,
      ...figures,
      isMissed ? `${goal} (missed)` : goal,
      date,
    ];
  });
  const heads = ["", "orders-kit", "baseline", "min", "median", "max", "goal", "measured"];
  return table([heads, ["---", "--:", "---", "--:", "--:", "--:", "---", "---"], ...lines]);
}

export function peersTableOf(rows: readonly PeerResult[]): string {
  const heads = [
    "",
    "cold start, ms",
    "memory, MB",
    "list of 50",
    "list of 1,000",
    "DELETE of an unknown id",
  ];
  const lines = rows.map(({ name, coldStartMs, idleMb, list50, list1000, deleteUnknown }) => {
    return [
      name,
      coldStartMs,
      idleMb,
      ...[list50, list1000, deleteUnknown].map((value) => `${value} ×`),
    ];
  });
  return table([heads, ["---", "--:", "--:", "--:", "--:", "--:"], ...lines]);
}

/** The page with the results between its marks. Throws if it has none. */
export function withResults(page: string, { node, cores, rows, peers }: Results): string {
  const on = `Node ${node}, ${cores} cores shared with other work, server and load on different ones, load by wrk.`;
  const others = `Other tools with the same list on the same core (${peers?.date}), requests per second as a multiple of bare \`node:http\`:`;
  const parts = [on, tableOf(rows), peers === undefined ? [] : [others, peersTableOf(peers.rows)]];
  return replaceSections(page, { bench: parts.flat().join("\n\n") });
}
