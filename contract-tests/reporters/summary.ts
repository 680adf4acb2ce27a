/** The report as Markdown, for pull requests and for the summary of a GitHub job. */
import type { Evidence } from "../check.ts";
import type { ClauseReport, Report } from "../report.ts";
import { visible, visibleLine } from "../visible.ts";
import { collapse, expectations, openGroups, wasJudged, withVerdict } from "./view.ts";
import { duration, headline, mood, plural, scope, tally } from "./words.ts";

/** A comment on GitHub holds 65,536 characters; beyond this, evidence is left to the other reports. */
const MOST = 50_000;
const SIGNS = { good: "✅", bad: "❌", unsure: "⚠️" } as const;

export function renderSummary(report: Report): string {
  const { url, name, readOnly } = report.target;
  const facts = [...tally(report), plural(report.requests, "request"), duration(report.durationMs)];
  const parts = [
    `## ${SIGNS[mood(report)]} ${prose(name ?? url)} ${headline(report)}`,
    [
      ...(name === undefined ? [] : [code(url)]),
      ...facts,
      ...(readOnly ? ["read-only: no order was touched"] : []),
    ].join(" · "),
    ...(report.why === undefined ? [] : [prose(report.why)]),
    ...report.broken.map(({ check, why }) => `⚠️ The check ${code(check)} did not run to its end: ${prose(why)}`),
    ...violations(report),
    ...(wasJudged(report) ? folded("Not proven", notProven(report)) : []),
    ...folded(
      `Advice (${report.advice.length}), which fails a run only with --strict`,
      report.advice.map(({ id, why }) => `- ${code(id)}: ${prose(why)}`),
    ),
    ...(report.remarks ?? []).flatMap(({ title, entries }) =>
      folded(
        title,
        entries.map(({ id, why, times }) => `- ${code(id)}${times > 1 ? ` (${times} times)` : ""}: ${prose(why)}`),
      ),
    ),
    ...folded(
      "Left open by the contract, as answered here",
      report.silences
        .filter(({ observed }) => observed !== "not observed")
        .map(({ question, observed }) => `- ${question} ${code(observed)}`),
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

function violations(report: Report): string[] {
  let room = MOST;
  return withVerdict(report, "violated").flatMap((clause) => {
    const blocks = violation(clause);
    const size = blocks.join().length;
    if (size > room) return [`### ${code(clause.id)}`, "The evidence stands in the other reports of this run."];
    room -= size;
    return blocks;
  });
}

function violation(clause: ClauseReport): string[] {
  const { id, statement, why, evidence = [] } = clause;
  const pairs = expectations(clause).map(([name, value]) => `- ${name}: ${code(value)}`);
  const about = scope(clause);
  return [
    `### ${code(id)}${about === "" ? "" : ` ${prose(about)}`}`,
    `**${prose(statement)}**${why === undefined ? "" : ` ${prose(why)}`}`,
    ...(pairs.length === 0 ? [] : [pairs.join("\n")]),
    ...folded(
      "Request, response and how to repeat it",
      collapse(evidence)
        .slice(0, 2)
        .flatMap(({ one }) => quotation(one)),
    ),
  ];
}

function quotation({ request, response, curl }: Evidence): string[] {
  return [fence("http", `${request}\n\n${response}`), fence("sh", curl)];
}

function notProven(report: Report): string[] {
  return openGroups(report).map(
    ({ verdict, why, clauses }) => `- ${verdict}: ${prose(why)} (${clauses.map(({ id }) => code(id)).join(", ")})`,
  );
}

/** A part that opens on a click; nothing at all when it would be empty. */
function folded(title: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : [
        `<details><summary>${title}</summary>`,
        lines.join(lines.every((line) => line.startsWith("- ")) ? "\n" : "\n\n"),
        "</details>",
      ];
}

/** Text as text: no markup, no links, no mentions, no references to issues. */
export function prose(text: string): string {
  return visibleLine(text)
    .replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character)
    .replace(/[\\`*_{}[\]()~|!]/g, "\\$&")
    .replace(
      /@(?=\w)|#(?=\d)|(?<=^|\s)[#+-](?=\s)|:(?=\/\/)|(?<=\bwww)\./gi,
      (mark) => `&#${mark.charCodeAt(0)};&#8203;`,
    );
}

/** A code span that its content cannot end. */
export function code(text: string): string {
  const content = visibleLine(text);
  const ticks = "`".repeat(longestRun(content) + 1);
  return /^`|`$|^ .* $/.test(content)
    ? `${ticks} ${content} ${ticks}`
    : `${ticks}${content === "" ? " " : content}${ticks}`;
}

/** A fenced block that its content cannot end. */
function fence(language: string, content: string): string {
  const ticks = "`".repeat(Math.max(3, longestRun(content) + 1));
  return `${ticks}${language}\n${visible(content)}\n${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
