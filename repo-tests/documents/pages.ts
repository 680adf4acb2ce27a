/** The project's pages as data: sections, fenced blocks and their commands, links. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { slug } from "../../docs/site/slug.ts";

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
  readonly blocks: readonly Block[];
}

export interface Page {
  /** From the project's root. */
  readonly path: string;
  readonly sections: readonly Section[];
  /** Targets of links and pictures, as written. */
  readonly links: readonly string[];
  /** The names of its headings in links. */
  readonly anchors: readonly string[];
}

const ELSEWHERE = /(^|\/)(node_modules|dist|test-results|public|\.git)(\/|$)/;

/** Every page of Markdown in the project. */
export function pages(root: string): Page[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8", withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name.endsWith(".md"))
    .map((file) => relative(root, join(file.parentPath, file.name)))
    .filter((path) => !ELSEWHERE.test(path))
    .sort()
    .map((path) => readPage(path, readFileSync(join(root, path), "utf8")));
}

function readPage(path: string, markdown: string): Page {
  const sections: { title: string; blocks: Block[] }[] = [];
  const [links, anchors]: [string[], string[]] = [[], []];
  const lines = markdown.split("\n");
  let notRun: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const fence = /^(```+)(\w*)/.exec(line);
    if (fence !== null) {
      const [, ticks = "", name = ""] = fence;
      const end = lines.indexOf(ticks, at + 1);
      const language = CODE.find((one) => one === name);
      const text = lines.slice(at + 1, end).join("\n");
      if (language !== undefined)
        sections.at(-1)?.blocks.push({ language, text, line: at + 1, ...(notRun !== undefined && { notRun }) });
      notRun = undefined;
      at = end < 0 ? lines.length : end;
      continue;
    }
    const [, marks = "", heading] = /^(#+) (.*)/.exec(line) ?? [];
    if (heading !== undefined) {
      anchors.push(slug(heading));
      if (marks.length <= 2) sections.push({ title: heading, blocks: [] });
    }
    notRun = /^<!-- not run: (.*) -->$/.exec(line)?.[1] ?? (line === "" ? notRun : undefined);
    for (const [, target = ""] of line.replace(/`[^`]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)) links.push(target);
  }
  return { path, sections, links, anchors };
}

/** Commands, one a line, or on several that end in a backslash; without their comments. */
export function commandsOf(block: string): string[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s+)# .*/, "").trim())
    .filter((line) => line !== "");
}
