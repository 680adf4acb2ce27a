/** Writes a document in the Markdown of GitHub, for pull requests and the summary of a job. */
import { escapeLine, escapeText } from "../client/escape-text.ts";
import { type Block, type Document, partsOf, shownIn, type Table, type Text } from "./document.ts";

/** A comment on GitHub may have 65,536 characters. Beyond this number, evidence is left to the other formats. */
const MAX_CHARACTERS = 50_000;
const SIGNS = { good: "✅", bad: "❌", open: "⚠️" } as const;

export function writeMarkdown({ tone, title, lead, facts, sections }: Document): string {
  let room = MAX_CHARACTERS;
  const withinRoom = (block: Block): string[] => {
    const parts = partsOfBlock(block);
    const size = parts.join().length;
    if (block.kind === "card" && size > room)
      return [`#### ${codeSpan(block.name)}`, "Its evidence is in the other reports."];
    room -= size;
    return parts;
  };
  const blocks = [
    `## ${SIGNS[tone]} ${escapeMarkdown(title)}`,
    ...lead.flatMap(partsOfBlock),
    facts.map(({ value, word }) => `${value.toLocaleString("en")} ${word}`).join(" · "),
    ...shownIn("summary", sections).flatMap(({ title: name, folded, blocks: content }) => {
      const parts = shownIn("summary", content).flatMap(withinRoom);
      return folded?.includes("summary")
        ? fold(name, parts)
        : [`### ${escapeMarkdown(name)}`, ...parts];
    }),
  ];
  // Items of a list follow each other without an empty line.
  const gap = (i: number) =>
    i === 0 ? "" : [i - 1, i].every((at) => blocks[at]?.startsWith("- ")) ? "\n" : "\n\n";
  return `${blocks.map((block, i) => gap(i) + block).join("")}\n`;
}

function fold(title: string, parts: readonly string[]): string[] {
  return [`<details><summary>${escapeMarkup(title)}</summary>`, ...parts, "</details>"];
}

function partsOfBlock(block: Block): string[] {
  switch (block.kind) {
    case "paragraph":
      return [block.tone === "strong" ? `**${words(block.text)}**` : words(block.text)];
    case "list":
      return block.items.map(({ mark, text, names }) => {
        const label = mark === undefined ? "" : `${mark.word}: `;
        return `- ${label}${words(text)}${names.length === 0 ? "" : ` (${names.map(codeSpan).join(", ")})`}`;
      });
    case "table":
      return [tableOf(block)];
    case "card":
      return [
        `#### ${codeSpan(block.name)} ${words(block.facts)}`,
        ...shownIn("summary", block.blocks).flatMap(partsOfBlock),
      ];
    case "note": {
      const count = block.facts.length === 0 ? "" : ` (${words(block.facts)})`;
      return [
        `- ${codeSpan(block.name)}${count}: ${shownIn("summary", block.blocks).flatMap(partsOfBlock).join(" ")}`,
      ];
    }
    case "quotes": {
      const quoted = block.quotes
        .slice(0, 2)
        .flatMap(({ request, response, curl }) => [
          codeBlock("http", `${request}\n\n${response}`),
          codeBlock("sh", curl),
        ]);
      return fold("Request, response and curl line", quoted);
    }
  }
}

function tableOf({ heads, rows }: Table): string {
  const lines = rows.map(({ name, about, cells }) => [
    `${words(about)} ${codeSpan(name)}`,
    ...cells.map((cell) => ("sign" in cell ? `${cell.sign} ${cell.word}` : words(cell))),
  ]);
  // A bar ends a cell, even in code, unless it is escaped.
  const cellOf = (text: string): string => text.replace(/(?<!\\)(\\\\)*\|/g, "$1\\|").trim();
  return [heads.map(escapeMarkdown), heads.map(() => "---"), ...lines]
    .map((cells) => `| ${cells.map(cellOf).join(" | ")} |`)
    .join("\n");
}

function words(text: Text): string {
  return partsOf(text, escapeMarkdown, codeSpan).join("");
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
