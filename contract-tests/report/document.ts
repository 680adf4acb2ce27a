/**
 * A document for people, as plain data: blocks, and the formats that leave them out. A writer for each format makes text of it,
 * and knows nothing of what the document is about. All texts are raw: the writers escape them.
 */
import type { Evidence } from "../assertions/finding.ts";

/** A page, Markdown, the text of a terminal, and the same with `--verbose`. */
export type View = "page" | "summary" | "terminal" | "verbose";

export type Tone = "good" | "bad" | "open" | "soft" | "strong";

/** Words, with code among them. */
export type Text = readonly (string | { readonly code: string })[];

/** A sign, and the word that it stands for: `✓`, `held`. */
export interface Mark {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone;
}

export interface Document {
  readonly tone: "good" | "bad" | "open";
  /** The result in a word or two. */
  readonly result: string;
  /** The result in a sentence. */
  readonly title: string;
  /** Directly below the title: why there is no result, then what was judged. */
  readonly lead: readonly Paragraph[];
  /** Those with a tone are the parts of a whole. */
  readonly facts: readonly {
    readonly value: number | string;
    readonly word: string;
    readonly tone?: Tone;
  }[];
  readonly sections: readonly Section[];
  /** The last line of a terminal, where a reader of a long text is. */
  readonly ending?: string;
  readonly footer: string;
}

interface Placed {
  /** The formats without it. */
  readonly leftOut?: readonly View[];
}

export interface Section extends Placed {
  readonly id: string;
  /** May be empty. */
  readonly title: string;
  /** The formats in which it opens on a click. */
  readonly folded?: readonly View[];
  readonly blocks: readonly Block[];
}

export type Block = Placed & (Paragraph | List | Table | Entry | Quotes);

export interface Paragraph {
  readonly kind: "paragraph";
  readonly text: Text;
  readonly tone?: Tone;
}

export interface List {
  readonly kind: "list";
  /** With what can be counted. */
  readonly heading?: { readonly title: string; readonly count: string; readonly tone: Tone };
  readonly items: readonly Item[];
}

export interface Item {
  readonly mark?: Mark;
  readonly text: Text;
  readonly names: readonly string[];
  /** The anchor of the entry that says more. */
  readonly to?: string;
}

/** One cell fewer in each row than heads. */
export interface Table {
  readonly kind: "table";
  readonly caption: string;
  readonly layout: "texts" | "marks";
  readonly heads: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly about: Text;
    readonly cells: readonly (Text | Mark)[];
  }[];
}

/** A finding with its own card, or a note. */
export interface Entry {
  readonly kind: "card" | "note";
  readonly mark: Mark;
  readonly name: string;
  readonly anchor?: string;
  /** Beside the name. */
  readonly facts: Text;
  readonly blocks: readonly Block[];
}

/** Exchanges, of which the first ones are shown whole. The fault in a response is between » and «. */
export interface Quotes {
  readonly kind: "quotes";
  readonly whole: number;
  /** The formats in which all of them open on a click. */
  readonly folded?: readonly View[];
  readonly quotes: readonly (Evidence & { readonly summary: string })[];
}

/** Blocks; none where there is nothing to show. */
export function paragraph(text: Text, tone?: Tone): Paragraph {
  return { kind: "paragraph", text, ...(tone !== undefined && { tone }) };
}

export function listOf(items: readonly Item[]): Block[] {
  return items.length === 0 ? [] : [{ kind: "list", items }];
}

export function tableOf(table: Omit<Table, "kind">): Block[] {
  return table.rows.length === 0 ? [] : [{ kind: "table", ...table }];
}

/** A text with backticks around code. */
export function withCode(text: string): Text {
  return text.split(/`([^`]*)`/).map((part, i) => (i % 2 === 1 ? { code: part } : part));
}

/** The parts of a text, as a format writes words and code. */
export function partsOf<T>(
  text: Text,
  words: (words: string) => T,
  code: (code: string) => T,
): T[] {
  return text.map((part) => (typeof part === "string" ? words(part) : code(part.code)));
}

export function shownIn<T extends Placed>(view: View, all: readonly T[]): T[] {
  return all.filter(({ leftOut = [] }) => !leftOut.includes(view));
}
