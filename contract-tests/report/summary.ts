/** The report as Markdown, for pull requests and for the summary of a GitHub job. */
import type { Evidence } from "../assertions/finding.ts";
import { mergeRepeats } from "./evidence.ts";
import { duration, plural } from "./format.ts";
import { type Outcome, operationText, outcomeOf, resultText, verdictCounts } from "./labels.ts";
import { codeBlock, codeSpan, details, escapeMarkdown } from "./markdown.ts";
import { expectedAndReceived, unprovenGroups, wasJudged, withVerdict } from "./queries.ts";
import type { ClauseReport, Report } from "./report.ts";

/** A comment on GitHub may have 65,536 characters. Beyond this number, evidence is left to the other formats. */
const MOST_CHARACTERS = 50_000;
const SIGNS: Readonly<Record<Outcome, string>> = { pass: "✅", fail: "❌", inconclusive: "⚠️" };

export function renderSummary(report: Report): string {
  const { url, name, readOnly } = report.target;
  const facts = [
    ...(name === undefined ? [] : [codeSpan(url)]),
    ...verdictCounts(report),
    plural(report.requests, "request"),
    duration(report.durationMs),
    ...(readOnly ? ["read-only: no order was touched"] : []),
  ];
  const blocks = [
    `## ${SIGNS[outcomeOf(report)]} ${escapeMarkdown(name ?? url)} ${resultText(report)}`,
    facts.join(" · "),
    ...(report.why === undefined ? [] : [escapeMarkdown(report.why)]),
    ...report.broken.map(({ check, why }) => `⚠️ The check ${codeSpan(check)} did not finish: ${escapeMarkdown(why)}`),
    ...violations(report),
    ...(wasJudged(report) ? details("Not proven", notProven(report)) : []),
    ...details(
      `Advice (${report.advice.length}), which fails a run only with --strict`,
      report.advice.map(({ id, why }) => `- ${codeSpan(id)}: ${escapeMarkdown(why)}`),
    ),
    ...(report.remarks ?? []).flatMap(({ title, entries }) =>
      details(
        title,
        entries.map(
          ({ id, why, times }) => `- ${codeSpan(id)}${times > 1 ? ` (${times} times)` : ""}: ${escapeMarkdown(why)}`,
        ),
      ),
    ),
    ...details(
      "Left open by the contract, as answered here",
      report.silences
        .filter(({ observed }) => observed !== "not observed")
        .map(({ question, observed }) => `- ${question} ${codeSpan(observed)}`),
    ),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function violations(report: Report): string[] {
  let room = MOST_CHARACTERS;
  return withVerdict(report, "violated").flatMap((clause) => {
    const blocks = violation(clause);
    const size = blocks.join().length;
    if (size > room) return [`### ${codeSpan(clause.id)}`, "The evidence is in the other reports of this run."];
    room -= size;
    return blocks;
  });
}

function violation(clause: ClauseReport): string[] {
  const { id, statement, why, evidence = [] } = clause;
  const pairs = expectedAndReceived(clause).map(([name, value]) => `- ${name}: ${codeSpan(value)}`);
  const about = operationText(clause);
  return [
    `### ${codeSpan(id)}${about === "" ? "" : ` ${escapeMarkdown(about)}`}`,
    `**${escapeMarkdown(statement)}**${why === undefined ? "" : ` ${escapeMarkdown(why)}`}`,
    ...(pairs.length === 0 ? [] : [pairs.join("\n")]),
    ...details(
      "Request, response and curl line",
      mergeRepeats(evidence)
        .slice(0, 2)
        .flatMap((repeated) => exchange(repeated.evidence)),
    ),
  ];
}

function exchange({ request, response, curl }: Evidence): string[] {
  return [codeBlock("http", `${request}\n\n${response}`), codeBlock("sh", curl)];
}

function notProven(report: Report): string[] {
  return unprovenGroups(report).map(({ verdict, why, clauses }) => {
    const ids = clauses.map(({ id }) => codeSpan(id)).join(", ");
    return `- ${verdict}: ${escapeMarkdown(why)} (${ids})`;
  });
}
