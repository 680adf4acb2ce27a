/** Wraps and colours text for the columns of a terminal. */
import { styleText } from "node:util";
import stringWidth from "fast-string-width";

export type Color = "always" | "never";
export type Style = Extract<Parameters<typeof styleText>[0], string>;
export type TextStyle = (text: string, ...styles: Style[]) => string;

export function textStyle(color: Color): TextStyle {
  if (color === "never") return (text) => text;
  // The command line has decided about colours: Node must check neither the stream nor the
  // environment.
  return (text, ...styles) => styleText(styles, text, { validateStream: false });
}

/** Breaks between words, and inside a word that is longer than a line. */
export function wrap(text: string, columns: number, breaks = /(?<=\s)(?=\S)/): string[] {
  return text.split("\n").flatMap((line) => fill(line.split(breaks), Math.max(8, columns)));
}

/** For JSON and headers: also breaks after a comma. */
export function wrapCode(text: string, columns: number): string[] {
  return wrap(text, columns, /(?<=[\s,])(?=\S)/);
}

function fill(words: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (widthOf(line + word.trimEnd()) <= columns) {
      line += word;
      continue;
    }
    if (line.trim() !== "") lines.push(line.trimEnd());
    const pieces = widthOf(word.trimEnd()) <= columns ? [word] : cut(word, columns);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line.trimEnd()];
}

/** Nearly all words are printable ASCII, whose width is their length. */
const widthOf = (text: string): number => (/^[ -~]*$/.test(text) ? text.length : stringWidth(text));

/** The segmenter's time grows faster than its text, so we cut this many characters at once. */
const BLOCKS = /.{1,256}/gsu;

function cut(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let [piece, used] = ["", 0];
  const blocks = word.match(BLOCKS) ?? [];
  for (const { segment } of blocks.flatMap((block) => [...SEGMENTER.segment(block)])) {
    const width = widthOf(segment);
    if (used + width > columns && segment.trim() !== "") {
      pieces.push(piece);
      [piece, used] = ["", 0];
    }
    piece += segment;
    used += width;
  }
  return [...pieces, piece];
}

const SEGMENTER = new Intl.Segmenter();
