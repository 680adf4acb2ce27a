/** The project's pages as data: sections, fenced blocks and their commands, links. */
import { marked } from "marked";
import { FILES, textOf } from "../habits/sources.ts";

/** Languages of blocks that a reader runs or saves; other blocks show what a program prints. */
const CODE = ["sh", "ts", "tsx", "js", "yaml"] as const;

export interface Block {
  readonly language: (typeof CODE)[number];
  readonly text: string;
  /** Line of the fence, from 1. */
  readonly line: number;
  /** Why the block is not run, from a comment before it: `<!-- not run: … -->`. */
  readonly notRun?: string;
}

export const isRun = ({ notRun }: Block): boolean => notRun === undefined;

export interface Section {
  /** The heading; the first section has the page's title. */
  readonly title: string;
  readonly blocks: Block[];
}

/** Every Markdown page of the project, by its path from the root. */
export const PAGES = FILES.filter((file) => file.endsWith(".md")).map((path) =>
  readPage(path, textOf(path)),
);

/**
 * `links` are the targets of links and pictures as written; `anchors` are the page's headings as
 * links name them.
 */
function readPage(path: string, markdown: string) {
  const sections: Section[] = [];
  const [links, anchors]: [string[], string[]] = [[], []];
  const tokens = marked.lexer(markdown);
  marked.walkTokens(tokens, (token) => {
    // A bare address in a sentence stands for the reader's own.
    if ((token.type === "link" && token.raw.startsWith("[")) || token.type === "image")
      links.push(token.href);
  });
  let line = 1;
  let notRun: string | undefined;
  for (const token of tokens) {
    if (token.type === "heading") {
      anchors.push(slug(token.text));
      if (token.depth <= 2) sections.push({ title: token.text, blocks: [] });
    } else if (token.type === "code") {
      const language = CODE.find((one) => one === token.lang);
      if (language !== undefined)
        sections.at(-1)?.blocks.push({
          language,
          text: token.text,
          line,
          ...(notRun !== undefined && { notRun }),
        });
    }
    if (token.type !== "space") notRun = /^<!-- not run: (.*) -->/.exec(token.raw)?.[1];
    line += token.raw.split("\n").length - 1;
  }
  return { path, sections, links, anchors };
}

/** The name of a heading in links, as GitHub forms it. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, "")
    .replaceAll(" ", "-");
}

/**
 * Returns commands without comments. A command takes one line, or several that end in a backslash.
 */
export function commandsOf(block: string): string[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s+)# .*/, "").trim())
    .filter((line) => line !== "");
}
