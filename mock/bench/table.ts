/** The results as a Markdown table, for the terminal and docs/speed.md. */
import { replaceSections } from "../../spec/generate/replace-sections.ts";
import { isMet, type Measurement } from "./measurement.ts";
import type { PeerResult } from "./peers.ts";

export interface Results {
  readonly node: string;
  readonly cores: number;
  readonly pinned: boolean;
  readonly load: string;
  readonly date: string;
  readonly rows: readonly Measurement[];
  /** The last measurement of other tools. */
  readonly peers?: { readonly date: string; readonly rows: readonly PeerResult[] };
}

export function tableOf(rows: readonly Measurement[]): string {
  return [
    "| | orders-kit | baseline | min | median | max | target |",
    "|---|--:|---|--:|--:|--:|---|",
    ...rows.map((row) => {
      const { what, ours, base, baseline, unit, measure, spread, target } = row;
      const shown = (value: number): string =>
        measure === "×" ? `${value}` : `${measure === "+" && value >= 0 ? "+" : ""}${number(value)}`;
      const wanted =
        target === undefined
          ? ""
          : `${target.at === "least" ? "≥" : "≤"} ${target.value}${isMet(row) ? "" : " (missed)"}`;
      const cells = [
        what,
        `${number(ours)} ${unit}`,
        base === undefined ? "" : `${baseline}: ${number(base)} ${unit}`,
        shown(spread.min),
        shown(spread.median),
        shown(spread.max),
        wanted,
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ].join("\n");
}

const number = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 4 });

export function peersTableOf(rows: readonly PeerResult[]): string {
  return [
    "| | cold start, ms | memory, MB | list of 50 | list of 1,000 | DELETE of an unknown id |",
    "|---|--:|--:|--:|--:|--:|",
    ...rows.map(({ name, coldStartMs, idleMb, list50, list1000, deleteUnknown }) => {
      const times = [list50, list1000, deleteUnknown].map((value) => `${value} ×`);
      return `| ${[name, coldStartMs, idleMb, ...times].join(" | ")} |`;
    }),
  ].join("\n");
}

/** The text with the tables between their marks. Throws if it has no marks. */
export function withTables(text: string, results: Results): string {
  const { node, cores, load, date, rows, peers } = results;
  const on = `Node ${node}, ${cores} cores shared with other work, server and load on different ones, load by ${load}`;
  const others =
    peers === undefined
      ? ""
      : `\n\nOther tools with the same list on the same core (${peers.date}), requests per second as a multiple of bare \`node:http\`:\n\n${peersTableOf(peers.rows)}`;
  return replaceSections(text, { bench: `${on} (${date}).\n\n${tableOf(rows)}${others}` });
}
