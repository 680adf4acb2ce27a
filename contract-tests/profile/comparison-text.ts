/** A comparison as text for a terminal: the differences first. */
import stringWidth from "fast-string-width";
import { escapeLine } from "../client/escape-text.ts";
import { plural } from "../report/format.ts";
import type { TerminalOptions } from "../report/terminal/terminal-report.ts";
import { textStyle } from "../report/terminal/text-style.ts";
import { wrap } from "../report/terminal/wrap.ts";
import type { Comparison, Entry } from "./compare.ts";
import { comparisonTitle, sideText, withOutcome } from "./comparison-labels.ts";

export function comparisonText(comparison: Comparison, options: TerminalOptions): string {
  const style = textStyle(options.color);
  const columns = Math.min(120, Math.max(60, options.columns));
  const width = Math.floor((columns - 6) / 2);
  const dim = (text: string, indent: number): string[] =>
    wrap(text, columns - indent - 1).map((line) => `${" ".repeat(indent)}${style(line, "dim")}`);
  const rows = (entries: readonly Entry[]): string[] =>
    entries.flatMap(({ id, a, b, why }) => [
      `  ${style(id, "cyan")}`,
      ...(why === undefined ? [] : dim(escapeLine(why), 4)),
      ...sideBySide(sideText(a), sideText(b), width),
    ]);
  const [differs, accepted, notCompared, same] = (["differs", "accepted", "not compared", "same"] as const).map(
    (outcome) => withOutcome(comparison, outcome),
  ) as [Entry[], Entry[], Entry[], Entry[]];
  const [sign, color] = differs.length > 0 ? (["✗", "red"] as const) : (["✓", "green"] as const);
  const title = wrap(`${sign} ${comparisonTitle(comparison)}`, columns - 1).map((line) => style(line, color, "bold"));
  const names = sideBySide(comparison.a, comparison.b, width).map((line) => style(line, "dim"));
  const blocks = [
    title,
    differs.length + accepted.length > 0 ? names : [],
    rows(differs),
    accepted.length > 0 ? ["Accepted", ...rows(accepted)] : [],
    notCompared.length > 0 ? ["Not compared", ...dim(notCompared.map(({ id }) => id).join(", "), 2)] : [],
    comparison.stale.length > 0
      ? ["Accepted, but no longer different", ...dim(comparison.stale.map(escapeLine).join(", "), 2)]
      : [],
    [style(`${plural(same.length, "entry", "entries")} without a difference`, "dim")],
  ];
  return `\n${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => ` ${line}`.trimEnd()).join("\n"))
    .join("\n\n")}\n\n`;
}

function sideBySide(a: string, b: string, width: number): string[] {
  const [left, right] = [wrap(escapeLine(a), width - 2), wrap(escapeLine(b), width)];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, i) => {
    const cell = left[i] ?? "";
    // The text may have wide characters, which `padEnd` does not count.
    return `    ${cell}${" ".repeat(Math.max(0, width - stringWidth(cell)))}${right[i] ?? ""}`.trimEnd();
  });
}
