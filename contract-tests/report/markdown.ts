/** Text of a deployment in the Markdown of GitHub, where it must stay text. */
import { escapeLine, escapeText } from "../client/escape-text.ts";

/** No markup, no link, no mention, no reference to an issue. */
export function escapeMarkdown(text: string): string {
  return escapeLine(text)
    .replace(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character)
    .replace(/[\\`*_{}[\]()~|!]/g, "\\$&")
    .replace(
      /@(?=\w)|#(?=\d)|(?<=^|\s)[#+-](?=\s)|:(?=\/\/)|(?<=\bwww)\./gi,
      (mark) => `&#${mark.charCodeAt(0)};&#8203;`,
    );
}

/** A code span with a delimiter that is longer than any run of backticks in it. */
export function codeSpan(text: string): string {
  const content = escapeLine(text);
  const ticks = "`".repeat(longestRun(content) + 1);
  return /^`|`$|^ .* $/.test(content)
    ? `${ticks} ${content} ${ticks}`
    : `${ticks}${content === "" ? " " : content}${ticks}`;
}

/** A fenced block, likewise. */
export function codeBlock(language: string, content: string): string {
  const ticks = "`".repeat(Math.max(3, longestRun(content) + 1));
  return `${ticks}${language}\n${escapeText(content)}\n${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** A section that opens on a click. Nothing without content. */
export function details(title: string, blocks: readonly string[]): string[] {
  if (blocks.length === 0) return [];
  const separator = blocks.every((block) => block.startsWith("- ")) ? "\n" : "\n\n";
  return [`<details><summary>${title}</summary>`, blocks.join(separator), "</details>"];
}
