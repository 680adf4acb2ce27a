/** Lines of a terminal: wrapped, indented, marked with a sign, and coloured. */
import stringWidth from "fast-string-width";
import { escapeLine, escapeText } from "../../../client/masking/escape-text.ts";
import type { Mark } from "../marks.ts";
import { type Color, type Style, type TextStyle, textStyle, wrap } from "./wrap.ts";

export interface TerminalOptions {
  readonly color: Color;
  /** Columns of the terminal. At most 120 are used, since longer lines are hard to read. */
  readonly columns: number;
}

export const TONES = { good: "green", bad: "red", open: "yellow", soft: "dim" } as const;

/** A text as a deployment or a user wrote it, and how it is shown. */
export type Styled = readonly [text: string, ...Style[]];

export class Layout {
  /** Columns of a line without its margins. */
  readonly columns: number;
  readonly style: TextStyle;

  constructor({ color, columns }: TerminalOptions) {
    this.columns = Math.min(120, Math.max(40, columns)) - 2;
    this.style = textStyle(color);
  }

  lines(text: string, ...styles: Style[]): string[] {
    return wrap(escapeText(text), this.columns).map((line) => this.style(line, ...styles));
  }

  /** None for an empty text. */
  indented(text: string, ...styles: Style[]): string[] {
    if (text === "") return [];
    const lines = wrap(escapeText(text), this.columns - 2);
    return lines.map((line) => `  ${this.style(line, ...styles)}`);
  }

  /** A label, and a text in a column of its own. */
  labelled(label: string, text: string, labelColumns: number): string[] {
    return wrap(escapeText(text), this.columns - labelColumns - 2).map((line, i) => {
      const left = i === 0 ? escapeLine(label) : "";
      const gap = " ".repeat(Math.max(0, labelColumns - stringWidth(left)));
      return `  ${this.style(left, "dim")}${gap}${line}`;
    });
  }

  /** Two texts at both ends of a line; where they do not fit, the second one below the first. */
  bothEnds([left, ...leftStyles]: Styled, [right, ...rightStyles]: Styled, columns = this.columns) {
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

  /** A sign before the first of the lines that both ends of an entry make. */
  signed({ sign, tone }: Mark, left: Styled, right: Styled): string[] {
    const lines = this.bothEnds(left, right, this.columns - 2);
    return lines.map((line, i) => `${i === 0 ? this.style(sign, TONES[tone]) : " "} ${line}`);
  }
}

/** A text of parts with an empty line between them; empty parts are left out. */
export function joinParts(parts: readonly (readonly string[])[]): string {
  const texts = parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => ` ${line}`.trimEnd()).join("\n"));
  return `\n${texts.join("\n\n")}\n`;
}
