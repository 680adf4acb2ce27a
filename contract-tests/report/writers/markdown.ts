/** Renders a report in GitHub's Markdown, for pull requests and job summaries. */
import { escapeLine, escapeText } from "../../client/masking/escape-text.ts";
import type { Evidence, Report } from "../schema.ts";
import { marked } from "./marks.ts";
import { type EntryGroup, type Headline, outlineOf, type Row } from "./outline.ts";

/**
 * A GitHub comment may have 65,536 characters. Above this limit, we leave evidence to the other
 * formats.
 */
const MAX_CHARACTERS = 50_000;
const EMOJI = { good: "✅", bad: "❌", open: "⚠️" } as const;

export function printMarkdown(report: Report): string {
  const outline = outlineOf(report);
  const { tone, title, problems, url, mode, more, absent, counted } = outline;
  const tried = listParagraph(
    outline.triedInPart.map(({ id, part }) => item(id, `held · ${part}`, 1)),
  );
  const paragraphs = [
    `## ${EMOJI[tone]} ${escapeMarkdown(title)}`,
    ...problems.map(escapeMarkdown),
    ...(url === "" ? [] : [codeSpan(url)]),
    escapeMarkdown(`${mode} ${more}`.trim()),
    counted,
    ...section("Violated clauses", faultParagraphs(outline.faults)),
    ...section("Known violations", rows(outline.known)),
    ...section("Advice", notes(outline.advice)),
    // The section of Prism may consist of its title.
    ...outline.sections.flatMap((one) => folded(one.title, [notes(one.notes).join("")])),
    ...folded("Unproven", rows(outline.unproven)),
    ...folded("Tried in part", tried.length === 0 ? [] : [...tried, escapeMarkdown(absent)]),
  ];
  return `${paragraphs.filter((text) => text !== "").join("\n\n")}\n`;
}

function section(title: string, content: readonly string[]): string[] {
  return content.length === 0 ? [] : [`### ${escapeMarkdown(title)}`, ...content];
}

function folded(title: string, content: readonly string[]): string[] {
  if (content.length === 0) return [];
  return [`<details><summary>${escapeHtml(title)}</summary>`, ...content, "</details>"];
}

function faultParagraphs(all: readonly Headline[]): string[] {
  let room = MAX_CHARACTERS;
  return all.flatMap((one) => {
    const paragraphs = fault(one);
    const size = paragraphs.join().length;
    if (size > room) return [`#### ${codeSpan(one.id)}`, "Its evidence is in the other reports."];
    room -= size;
    return paragraphs;
  });
}

function fault(one: Headline): string[] {
  const { id, about, statement, why = "", expected, received, followers, evidence = [] } = one;
  return [
    `#### ${codeSpan(id)} ${escapeMarkdown(about)}`,
    `**${escapeMarkdown(statement)}**`,
    escapeMarkdown(why),
    expected === undefined ? "" : `expected ${codeSpan(expected)}`,
    received === undefined ? "" : `received ${codeSpan(received)}`,
    ...listParagraph(one.seen.map((place) => `- seen at ${escapeMarkdown(place)}`)),
    ...rows(followers),
    ...folded("Request, response and curl line", exchanges(evidence)),
  ];
}

function exchanges(evidence: readonly Evidence[]): string[] {
  const texts = evidence.map(({ request, response }) =>
    codeBlock("http", `${request}\n\n${response}`),
  );
  return [...texts, ...evidence.slice(-1).map(({ curl }) => codeBlock("sh", curl))];
}

function notes(all: readonly EntryGroup[]): string[] {
  return listParagraph(all.map(({ name, times, found }) => item(name, found[0]!.why, times)));
}

function rows(all: readonly Row[]): string[] {
  return listParagraph(
    all.map(({ mark, text, names }) => {
      return `- ${marked(mark, escapeMarkdown(text))} (${names.map(codeSpan).join(", ")})`;
    }),
  );
}

/** Returns one paragraph, or none if there are no items. */
function listParagraph(items: readonly string[]): string[] {
  return items.length === 0 ? [] : [items.join("\n")];
}

function item(name: string, text: string, times: number): string {
  const count = times > 1 ? ` (${times} times)` : "";
  return `- ${codeSpan(name)}${count}: ${escapeMarkdown(text)}`;
}

/** Disables markup, links, @-mentions and issue references. */
function escapeMarkdown(text: string): string {
  return escapeHtml(text)
    .replace(/[\\`*_{}[\]()~|!]/g, "\\$&")
    .replace(
      /@(?=\w)|#(?=\d)|(?<=^|\s)[#+-](?=\s)|:(?=\/\/)|(?<=\bwww)\./gi,
      (mark) => `&#${mark.charCodeAt(0)};&#8203;`,
    );
}

function escapeHtml(text: string): string {
  return escapeLine(text).replace(
    /[&<>]/g,
    (character) => `&${{ "&": "amp", "<": "lt", ">": "gt" }[character]};`,
  );
}

/** The delimiter is longer than any run of backticks in the text. */
function codeSpan(text: string): string {
  const content = escapeLine(text);
  const ticks = "`".repeat(longestRun(content) + 1);
  return /^`|`$|^ .* $/.test(content)
    ? `${ticks} ${content} ${ticks}`
    : `${ticks}${content === "" ? " " : content}${ticks}`;
}

/** The fence is longer than any run of backticks in the content. */
function codeBlock(language: string, content: string): string {
  const ticks = "`".repeat(Math.max(3, longestRun(content) + 1));
  return `${ticks}${language}\n${escapeText(content)}\n${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}
