/** A comparison for a terminal and as Markdown: what differs first, then what was accepted and what could not be compared. */
import type { Comparison, Entry, Outcome } from "../compare.ts";
import { visibleLine } from "../visible.ts";
import { type Color, padEnd, painter, wrap } from "./ansi.ts";
import { code, prose } from "./summary.ts";
import { plural } from "./words.ts";

export function withOutcome({ entries }: Comparison, outcome: Outcome): readonly Entry[] {
  return entries.filter((entry) => entry.outcome === outcome);
}

export function comparisonHeadline(comparison: Comparison): string {
  const differs = withOutcome(comparison, "differs").length;
  const said = differs === 0 ? "do not differ" : `differ in ${plural(differs, "entry", "entries")}`;
  const names = `${visibleLine(comparison.a)} and ${visibleLine(comparison.b)}`;
  const accepted = withOutcome(comparison, "accepted").length;
  return `${names} ${said}${accepted === 0 ? "" : `, besides ${accepted} accepted`}`;
}

/** What a side does, as text. */
export const sayingOf = (text: string | undefined): string =>
  text === undefined ? "not known" : text === "" ? '""' : text;

export function comparisonText(comparison: Comparison, options: { color: Color; columns: number }): string {
  const paint = painter(options.color);
  const columns = Math.min(120, Math.max(60, options.columns));
  const room = Math.floor((columns - 6) / 2);
  const rows = (entries: readonly Entry[]): string[] =>
    entries.flatMap((entry) => [
      `  ${paint(entry.id, "cyan")}${entry.why === undefined ? "" : paint(`  ${visibleLine(entry.why)}`, "dim")}`,
      ...sideBySide(visibleLine(sayingOf(entry.a)), visibleLine(sayingOf(entry.b)), room).map((line) => `    ${line}`),
    ]);
  const differs = withOutcome(comparison, "differs");
  const accepted = withOutcome(comparison, "accepted");
  const left = withOutcome(comparison, "not compared");
  const blocks = [
    [
      differs.length > 0
        ? paint(`✗ ${comparisonHeadline(comparison)}`, "red", "bold")
        : paint(`✓ ${comparisonHeadline(comparison)}`, "green", "bold"),
    ],
    differs.length + accepted.length > 0
      ? [
          paint(
            `    ${padEnd(visibleLine(comparison.a).slice(0, room - 2), room)}${visibleLine(comparison.b).slice(0, room)}`,
            "dim",
          ),
        ]
      : [],
    rows(differs),
    accepted.length > 0 ? ["Accepted", ...rows(accepted)] : [],
    left.length > 0
      ? [
          "Not compared",
          ...wrap(left.map(({ id }) => id).join(", "), columns - 4).map((line) => paint(`  ${line}`, "dim")),
        ]
      : [],
    comparison.stale.length > 0
      ? [`Accepted, and no longer different: ${comparison.stale.map(visibleLine).join(", ")}`]
      : [],
    [paint(`${plural(withOutcome(comparison, "same").length, "entry", "entries")} alike`, "dim")],
  ];
  return `\n${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => ` ${line}`.trimEnd()).join("\n"))
    .join("\n\n")}\n\n`;
}

function sideBySide(a: string, b: string, room: number): string[] {
  const [left, right] = [wrap(a, room - 2), wrap(b, room)];
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) =>
    `${padEnd(left[at] ?? "", room)}${right[at] ?? ""}`.trimEnd(),
  );
}

export function comparisonMarkdown(comparison: Comparison): string {
  const differs = withOutcome(comparison, "differs");
  const table = (entries: readonly Entry[]): string =>
    [
      `| | ${cell(prose(comparison.a))} | ${cell(prose(comparison.b))} |`,
      "|---|---|---|",
      ...entries.map(
        ({ id, a, b, why }) =>
          `| ${cell(code(id))}${why === undefined ? "" : ` ${cell(prose(why))}`} | ${cell(code(sayingOf(a)))} | ${cell(code(sayingOf(b)))} |`,
      ),
    ].join("\n");
  const folded = (title: string, body: string): string =>
    `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
  const accepted = withOutcome(comparison, "accepted");
  const left = withOutcome(comparison, "not compared");
  const parts = [
    `## ${differs.length === 0 ? "✅" : "❌"} ${prose(comparisonHeadline(comparison))}`,
    ...(differs.length > 0 ? [table(differs)] : []),
    ...(accepted.length > 0 ? [folded(`Accepted (${accepted.length})`, table(accepted))] : []),
    ...(left.length > 0
      ? [
          folded(
            `Not compared (${left.length})`,
            left.map(({ id, why = "" }) => `- ${code(id)} ${prose(why)}`).join("\n"),
          ),
        ]
      : []),
    ...(comparison.stale.length > 0
      ? [`Accepted, and no longer different: ${comparison.stale.map(code).join(", ")}`]
      : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** A table's cell ends at a bar, even within code. */
const cell = (text: string): string => text.replaceAll("|", "\\|");
