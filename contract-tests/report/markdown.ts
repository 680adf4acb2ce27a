/** Prints a report in the Markdown of GitHub, for pull requests and the summary of a job. */
import type { Evidence } from "../assertions/finding.ts";
import { escapeLine, escapeText } from "../client/escape-text.ts";
import type { Fault } from "./faults.ts";
import { type Outline, outlineOf } from "./outline.ts";
import type { Report } from "./report.ts";

/** A comment on GitHub may have 65,536 characters. Beyond this number, evidence is left to the other formats. */
const MAX_CHARACTERS = 50_000;
const SIGNS = { good: "✅", bad: "❌", open: "⚠️" } as const;

export function printMarkdown(report: Report): string {
  const outline = outlineOf(report);
  const { tone, title, problems, url, mode, more, counts } = outline;
  const counted = counts.map(({ value, word }) => `${value.toLocaleString("en")} ${word}`);
  const paragraphs = [
    `## ${SIGNS[tone]} ${escapeMarkdown(title)}`,
    ...problems.map(escapeMarkdown),
    ...(url === "" ? [] : [codeSpan(url)]),
    escapeMarkdown(`${mode} ${more}`.trim()),
    counted.join(" · "),
    ...section("Violated clauses", faults(outline)),
    ...section("Known violations", known(outline)),
    ...section("Advice", advice(outline)),
    ...folded("Not proven", unproven(outline)),
    ...folded("Tried in part", triedInPart(outline)),
    ...(report.remarks ?? []).flatMap(({ title: name, entries }) =>
      folded(name, [list(entries.map(({ id, why, times }) => item(id, why, times)))]),
    ),
  ];
  return `${paragraphs.filter((text) => text !== "").join("\n\n")}\n`;
}

function section(title: string, content: readonly string[]): string[] {
  return content.length === 0 ? [] : [`### ${escapeMarkdown(title)}`, ...content];
}

function folded(title: string, content: readonly string[]): string[] {
  if (content.length === 0) return [];
  return [`<details><summary>${escapeMarkup(title)}</summary>`, ...content, "</details>"];
}

function faults(outline: Outline): string[] {
  let room = MAX_CHARACTERS;
  return outline.faults.flatMap((one) => {
    const paragraphs = fault(one);
    const size = paragraphs.join().length;
    if (size > room) return [`#### ${codeSpan(one.id)}`, "Its evidence is in the other reports."];
    room -= size;
    return paragraphs;
  });
}

function fault({ id, about, statement, why, expected, received, followers, ...one }: Fault) {
  const also = followers.map(
    (clause) => `- also: ${escapeMarkdown(clause.statement)} (${codeSpan(clause.id)})`,
  );
  const exchanges = [...one.shown, ...one.further].slice(0, 2).flatMap(exchange);
  return [
    `#### ${codeSpan(id)} ${escapeMarkdown(about)}`,
    `**${escapeMarkdown(statement)}**`,
    escapeMarkdown(why ?? ""),
    expected === undefined ? "" : `expected ${codeSpan(expected)}`,
    received === undefined ? "" : `received ${codeSpan(received)}`,
    list(one.seen.map((place) => `- seen at ${escapeMarkdown(place)}`)),
    list(also),
    ...folded("Request, response and curl line", exchanges),
  ];
}

function exchange({ request, response, curl }: Evidence): string[] {
  return [codeBlock("http", `${request}\n\n${response}`), codeBlock("sh", curl)];
}

function known(outline: Outline): string[] {
  const items = outline.known.map(({ mark, name, text }) => item(name, `${mark.word}: ${text}`, 1));
  return items.length === 0 ? [] : [list(items)];
}

function advice(outline: Outline): string[] {
  const items = outline.advice.map(({ id, times, texts: [first = ""] }) => item(id, first, times));
  return items.length === 0 ? [] : [list(items)];
}

function unproven(outline: Outline): string[] {
  const items = outline.unproven.map(({ mark, why, clauses }) => {
    return `- ${mark.word}: ${escapeMarkdown(why)} (${clauses.map(codeSpan).join(", ")})`;
  });
  return items.length === 0 ? [] : [list(items)];
}

function triedInPart(outline: Outline): string[] {
  const items = outline.triedInPart.map(({ id, part }) => item(id, `held · ${part}`, 1));
  return items.length === 0 ? [] : [list(items)];
}

function list(items: readonly string[]): string {
  return items.join("\n");
}

function item(name: string, text: string, times: number): string {
  const count = times > 1 ? ` (${times} times)` : "";
  return `- ${codeSpan(name)}${count}: ${escapeMarkdown(text)}`;
}

/** No markup, no link, no mention, no reference to an issue. */
function escapeMarkdown(text: string): string {
  return escapeMarkup(text)
    .replace(/[\\`*_{}[\]()~|!]/g, "\\$&")
    .replace(
      /@(?=\w)|#(?=\d)|(?<=^|\s)[#+-](?=\s)|:(?=\/\/)|(?<=\bwww)\./gi,
      (mark) => `&#${mark.charCodeAt(0)};&#8203;`,
    );
}

function escapeMarkup(text: string): string {
  return escapeLine(text).replace(
    /[&<>]/g,
    (character) => `&${{ "&": "amp", "<": "lt", ">": "gt" }[character]};`,
  );
}

/** A code span with a delimiter that is longer than any run of backticks in it. */
function codeSpan(text: string): string {
  const content = escapeLine(text);
  const ticks = "`".repeat(longestRun(content) + 1);
  return /^`|`$|^ .* $/.test(content)
    ? `${ticks} ${content} ${ticks}`
    : `${ticks}${content === "" ? " " : content}${ticks}`;
}

/** A fenced block, likewise. */
function codeBlock(language: string, content: string): string {
  const ticks = "`".repeat(Math.max(3, longestRun(content) + 1));
  return `${ticks}${language}\n${escapeText(content)}\n${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
