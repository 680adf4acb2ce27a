/** A comparison as Markdown, for pull requests. */
import { codeSpan, details, escapeMarkdown } from "../report/markdown.ts";
import type { Comparison, Entry } from "./compare.ts";
import { comparisonTitle, sideText, withOutcome } from "./comparison-labels.ts";

export function comparisonMarkdown(comparison: Comparison): string {
  const { a, b, stale } = comparison;
  const table = (entries: readonly Entry[]): string[] =>
    entries.length === 0 ? [] : [[...header(a, b), ...entries.map((entry) => row(entry))].join("\n")];
  const differs = withOutcome(comparison, "differs");
  const accepted = withOutcome(comparison, "accepted");
  const notCompared = withOutcome(comparison, "not compared");
  const blocks = [
    `## ${differs.length === 0 ? "✅" : "❌"} ${escapeMarkdown(comparisonTitle(comparison))}`,
    ...table(differs),
    ...details(`Accepted (${accepted.length})`, table(accepted)),
    ...details(
      `Not compared (${notCompared.length})`,
      notCompared.map(({ id, why = "" }) => `- ${codeSpan(id)} ${escapeMarkdown(why)}`),
    ),
    ...(stale.length > 0 ? [`Accepted, but no longer different: ${stale.map(codeSpan).join(", ")}`] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function header(a: string, b: string): string[] {
  return [`| | ${cell(escapeMarkdown(a))} | ${cell(escapeMarkdown(b))} |`, "|---|---|---|"];
}

function row({ id, a, b, why }: Entry): string {
  const name = `${cell(codeSpan(id))}${why === undefined ? "" : ` ${cell(escapeMarkdown(why))}`}`;
  return `| ${name} | ${cell(codeSpan(sideText(a)))} | ${cell(codeSpan(sideText(b)))} |`;
}

/** A bar ends a cell, even in code. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
