/** Lays out lines for a terminal: wrapped, indented, marked with a sign, and coloured. */
import stringWidth from "fast-string-width";
import { escapeLine, escapeText } from "../../../client/masking/escape-text.ts";
import type { Mark } from "../marks.ts";
import { type Color, type Style, type TextStyle, textStyle, wrap } from "./wrap.ts";

export interface TerminalOptions {
  readonly color: Color;
  /** Columns of the terminal. We use at most 120, because longer lines are hard to read. */
  readonly columns: number;
}

export const TONES = { good: "green", bad: "red", open: "yellow", soft: "dim" } as const;

/** A raw text of a deployment or a user, with its styles. */
export type StyledText = readonly [text: string, ...Style[]];

export class Layout {
  /** Width of a line without its margins. */
  readonly columns: number;
  readonly style: TextStyle;

  constructor({ color, columns }: TerminalOptions) {
    this.columns = Math.min(120, Math.max(40, columns)) - 2;
    this.style = textStyle(color);
  }

  lines(text: string, ...styles: Style[]): string[] {
    return wrap(escapeText(text), this.columns).map((line) => this.style(line, ...styles));
  }

  /** Returns no lines for an empty text. */
  indented(text: string, ...styles: Style[]): string[] {
    if (text === "") return [];
    const lines = wrap(escapeText(text), this.columns - 2);
    return lines.map((line) => `  ${this.style(line, ...styles)}`);
  }

  /** Puts a label before a text that has its own column. */
  labelled(label: string, text: string, labelColumns: number): string[] {
    return wrap(escapeText(text), this.columns - labelColumns - 2).map((line, i) => {
      const left = i === 0 ? escapeLine(label) : "";
      const gap = " ".repeat(Math.max(0, labelColumns - stringWidth(left)));
      return `  ${this.style(left, "dim")}${gap}${line}`;
    });
  }

  /** Puts two texts at both ends of a line, or the second below the first if they do not fit. */
  bothEnds(
    [left, ...leftStyles]: StyledText,
    [right, ...rightStyles]: StyledText,
    columns = this.columns,
  ) {
    const lines = wrap(escapeText(left), columns);
    const last = lines.at(-1) ?? "";
    const end = escapeLine(right);
    const shown = lines.map((line) => this.style(line, ...leftStyles));
    if (end === "") return shown;
    const gap = columns - stringWidth(last) - stringWidth(end);
    if (gap < 2)
      return [...shown, ...wrap(end, columns).map((line) => this.style(line, ...rightStyles))];
    const joined = `${shown.at(-1)}${" ".repeat(gap)}${this.style(end, ...rightStyles)}`;
    return [...shown.slice(0, -1), joined];
  }

  /** Like {@link bothEnds}, with a sign before the first line. */
  signed({ sign, tone }: Mark, left: StyledText, right: StyledText): string[] {
    const lines = this.bothEnds(left, right, this.columns - 2);
    return lines.map((line, i) => `${i === 0 ? this.style(sign, TONES[tone]) : " "} ${line}`);
  }
}

/** Joins parts with an empty line between them; leaves out empty parts. */
export function joinParts(parts: readonly (readonly string[])[]): string {
  const texts = parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => ` ${line}`.trimEnd()).join("\n"));
  return `\n${texts.join("\n\n")}\n`;
}
