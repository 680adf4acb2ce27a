/** The project's pages as data: sections, fenced blocks and their commands, links. */
import { marked } from "marked";
import { FILES, textOf } from "../habits/sources.ts";

/** What a reader runs or saves; blocks of other languages show what a program prints. */
const CODE = ["sh", "ts", "tsx", "js", "yaml"] as const;

export interface Block {
  readonly language: (typeof CODE)[number];
  readonly text: string;
  /** Of the fence, from 1. */
  readonly line: number;
  /** Why it is not run, from a comment before it: `<!-- not run: … -->`. */
  readonly notRun?: string;
}

export const isRun = ({ notRun }: Block): boolean => notRun === undefined;

export interface Section {
  /** The heading; the first screen has the page's own. */
  readonly title: string;
  readonly blocks: Block[];
}

/** Every page of Markdown in the project, by its path from the root. */
export const PAGES = FILES.filter((file) => file.endsWith(".md")).map((path) =>
  readPage(path, textOf(path)),
);

/** The links are the targets of links and pictures, as written; the anchors are the names of its headings in links. */
function readPage(path: string, markdown: string) {
  const sections: Section[] = [];
  const [links, anchors]: [string[], string[]] = [[], []];
  const tokens = marked.lexer(markdown);
  marked.walkTokens(tokens, (token) => {
    // An address in a sentence is one of the reader's.
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

/** The name of a heading in links, as GitHub makes it. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, "")
    .replaceAll(" ", "-");
}

/** Commands, one a line, or on several that end in a backslash; without their comments. */
export function commandsOf(block: string): string[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s+)# .*/, "").trim())
    .filter((line) => line !== "");
}
