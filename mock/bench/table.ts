/** The figures as a table of Markdown, the same on the terminal and in README.md. */
import { isMet, type Row } from "./row.ts";

export interface Results {
  readonly node: string;
  readonly cores: number;
  readonly pinned: boolean;
  readonly load: string;
  readonly date: string;
  readonly rows: readonly Row[];
}

export function tableOf({ rows }: Pick<Results, "rows">): string {
  return [
    "| | orders-kit | beside | min | median | max | target |",
    "|---|--:|---|--:|--:|--:|---|",
    ...rows.map((row) => {
      const { what, ours, base, beside, unit, measure, spread, target } = row;
      const shown = (value: number): string =>
        measure === "×" ? `${value}` : `${measure === "+" && value >= 0 ? "+" : ""}${number(value)}`;
      const wanted =
        target === undefined
          ? ""
          : `${target.at === "least" ? "≥" : "≤"} ${target.value}${isMet(row) ? "" : " (missed)"}`;
      const cells = [
        what,
        `${number(ours)} ${unit}`,
        base === undefined ? "" : `${beside}: ${number(base)} ${unit}`,
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

const MARKS = ["<!-- bench -->", "<!-- /bench -->"] as const;

/** The text with the table between its marks; undefined when it has no marks. */
export function withTable(text: string, results: Results): string | undefined {
  const [start, end] = MARKS.map((mark) => text.indexOf(mark)) as [number, number];
  if (start < 0 || end < start) return undefined;
  const { node, cores, load } = results;
  const caption = `Node ${node} on ${cores} shared cores, server and load on different ones, load by ${load}.`;
  return `${text.slice(0, start + MARKS[0].length)}\n${caption}\n\n${tableOf(results)}\n${text.slice(end)}`;
}
