/** Writes a document as text for a terminal: in brief, or the whole of it. */
import stringWidth from "fast-string-width";
import { escapeLine, escapeText } from "../../client/escape-text.ts";
import {
  type Block,
  type Document,
  type List,
  type Mark,
  partsOf,
  type Quotes,
  type Section,
  shownIn,
  type Table,
  type Text,
  type Tone,
} from "../document.ts";
import { type Color, type Style, type TextStyle, textStyle, wrap, wrapCode } from "./wrap.ts";

export interface TerminalOptions {
  readonly color: Color;
  /** Of the terminal. At most 120 are used, since longer lines are hard to read. */
  readonly columns: number;
  /** `terminal` by default. */
  readonly view?: "terminal" | "verbose" | undefined;
  /** The path of the page, for the last line. */
  readonly reportAt?: string;
}

interface Layout {
  readonly style: TextStyle;
  readonly columns: number;
  readonly view: "terminal" | "verbose";
}

const SIGNS = { good: "✓", bad: "✗", open: "!" } as const;
const POINT: Mark = { sign: "·", word: "", tone: "soft" };
const STYLES: Readonly<Record<Tone, Style>> = {
  good: "green",
  bad: "red",
  open: "yellow",
  soft: "dim",
  strong: "bold",
};

export function writeTerminal(document: Document, options: TerminalOptions): string {
  const { tone, title, lead, facts, sections, ending } = document;
  const { view = "terminal", reportAt } = options;
  const layout = layoutOf(options, view);
  const result = (text: string): string[] =>
    wrap(`${SIGNS[tone]} ${escapeLine(text)}`, layout.columns).map((line) =>
      layout.style(line, "bold", STYLES[tone]),
    );
  const counts = facts
    .map(({ value, word }) => `${value.toLocaleString("en")} ${word}`)
    .join(" · ");
  const report = reportAt === undefined ? "" : ` · report: ${reportAt}`;
  return joined([
    [
      ...result(title),
      ...lead.flatMap((block) => blockLines(block, layout)),
      ...indented(counts, layout),
    ],
    ...shownIn(view, sections).map((section) => sectionLines(section, layout)),
    ending === undefined ? [] : result(`${ending}${report}`),
  ]);
}

/** The whole of some sections, without a result. */
export function writeSections(sections: readonly Section[], options: TerminalOptions): string {
  return joined(sections.map((section) => sectionLines(section, layoutOf(options, "verbose"))));
}

function layoutOf({ color, columns }: TerminalOptions, view: Layout["view"]): Layout {
  return { style: textStyle(color), columns: Math.min(120, Math.max(40, columns)) - 2, view };
}

function joined(parts: readonly (readonly string[])[]): string {
  return `\n${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => ` ${line}`.trimEnd()).join("\n"))
    .join("\n\n")}\n`;
}

function sectionLines({ title, blocks }: Section, layout: Layout): string[] {
  const lines = wrap(escapeLine(title), layout.columns).map((line) => layout.style(line, "bold"));
  const content = shownIn(layout.view, blocks).flatMap((block, i) => {
    const isLong =
      block.kind === "note"
        ? layout.view === "verbose"
        : block.kind === "list" && block.items.length > 0;
    const startsApart = block.kind === "card" || (isLong && i > 0);
    return [...(startsApart ? [""] : []), ...blockLines(block, layout)];
  });
  return title === "" ? content : [...lines, ...content];
}

function blockLines(block: Block, layout: Layout): string[] {
  const { style, columns, view } = layout;
  switch (block.kind) {
    case "paragraph":
      return indented(
        plain(block.text),
        layout,
        ...(block.tone === undefined ? [] : [STYLES[block.tone]]),
      );
    case "list":
      return listLines(block, layout);
    case "table":
      return tableLines(block, layout);
    case "card":
    case "note": {
      const { mark, name, facts, blocks } = block;
      const styled = [escapeLine(name), "bold", STYLES[mark.tone]] as const;
      const title = atBothEnds(styled, [plain(facts), "dim"], columns - 2, layout);
      return [
        ...signed(mark, title, style),
        ...shownIn(view, blocks).flatMap((part) => blockLines(part, layout)),
      ];
    }
    case "quotes":
      return quoteLines(block, layout);
  }
}

function listLines({ heading, items }: List, layout: Layout): string[] {
  const { style, columns } = layout;
  const lines = items.flatMap(({ mark = POINT, text, names }) => {
    // A good mark says all by its sign.
    const label = mark.word === "" || mark.tone === "good" ? "" : `${mark.word}: `;
    const words = wrap(`${label}${plain(text)}`, columns - 2);
    const named = [names.map(escapeLine).join("  "), STYLES[mark.tone]] as const;
    const last = atBothEnds([words.at(-1) ?? ""], named, columns - 2, layout);
    return signed(mark, [...words.slice(0, -1), ...last], style);
  });
  if (heading === undefined) return lines;
  return [
    ...atBothEnds([heading.title, "bold"], [heading.count, STYLES[heading.tone]], columns, layout),
    ...lines,
  ];
}

function tableLines({ heads, rows }: Table, layout: Layout): string[] {
  const width = Math.max(...rows.map(({ name }) => stringWidth(name))) + 2;
  return rows.flatMap(({ name, cells }) => {
    const texts = cells.map((cell, i) =>
      "sign" in cell ? `${heads[i + 1]} ${cell.sign}` : plain(cell),
    );
    return labelled(name, texts.join("   "), width, layout);
  });
}

/** The first exchanges whole, every further one in a line. */
function quoteLines({ quotes, whole }: Quotes, layout: Layout): string[] {
  const { style, columns } = layout;
  const bar = style("│", "dim");
  const first = quotes.slice(0, whole).flatMap(({ request, response, curl }) => {
    const answer = markFault(wrapCode(escapeText(response), columns - 4), style);
    const messages = [...wrapCode(escapeText(request), columns - 4), "", ...answer];
    return [
      "",
      ...messages.map((line) => `  ${bar}${line === "" ? "" : ` ${line}`}`),
      // In one line, which the terminal breaks: copied, it still runs.
      ...(curl === "" ? [] : ["", `  ${style(escapeLine(curl), "cyan")}`]),
    ];
  });
  const others = quotes.slice(whole).map(({ summary }) => `also ${escapeLine(summary)}`);
  return others.length === 0
    ? first
    : [...first, "", ...others.flatMap((line) => indented(line, layout, "dim"))];
}

/** The fault is between » and «, which may be on different lines. */
function markFault(lines: readonly string[], style: TextStyle): string[] {
  const bold = (line: string): string => (line === "" ? "" : style(line, "bold", "red"));
  const marked = lines.join("\n").replace(/»([^«]*)«/g, (_, fault: string) => {
    return `${style("»", "red")}${fault.split("\n").map(bold).join("\n")}${style("«", "red")}`;
  });
  return marked.split("\n");
}

function labelled(label: string, text: string, size: number, { style, columns }: Layout): string[] {
  return wrap(text, columns - size - 2).map((line, i) => {
    return `  ${style((i === 0 ? escapeLine(label) : "").padEnd(size), "dim")}${line}`;
  });
}

/** Two texts at both ends of a line, or one below the other. */
function atBothEnds(
  [left, ...leftStyles]: readonly [text: string, ...Style[]],
  [right, ...rightStyles]: readonly [text: string, ...Style[]],
  columns: number,
  { style }: Layout,
): string[] {
  const gap = columns - stringWidth(left) - stringWidth(right);
  if (right !== "" && gap >= 2)
    return [`${style(left, ...leftStyles)}${" ".repeat(gap)}${style(right, ...rightStyles)}`];
  const below = right === "" ? [] : wrap(right, columns).map((line) => style(line, ...rightStyles));
  return [...wrap(left, columns).map((line) => style(line, ...leftStyles)), ...below];
}

/** The sign before the first of some lines. */
function signed({ sign, tone }: Mark, lines: readonly string[], style: TextStyle): string[] {
  return lines.map((line, i) => `${i === 0 ? style(sign, STYLES[tone]) : " "} ${line}`);
}

function indented(text: string, { style, columns }: Layout, ...styles: Style[]): string[] {
  return text === "" ? [] : wrap(text, columns - 2).map((line) => `  ${style(line, ...styles)}`);
}

function plain(text: Text): string {
  return partsOf(text, escapeText, escapeLine).join("");
}
