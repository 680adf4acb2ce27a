/** Colours of a terminal, and text laid out in its columns. */

export type Color = "always" | "never";

/** Whether to colour what goes to a stream: https://no-color.org, then FORCE_COLOR, then whether a person looks. */
export function colorFor(
  env: Readonly<Record<string, string | undefined>>,
  stream: { readonly isTTY?: boolean },
): Color {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return "never";
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "") return env.FORCE_COLOR === "0" ? "never" : "always";
  return stream.isTTY === true && env.TERM !== "dumb" ? "always" : "never";
}

const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
  inverse: [7, 27],
} as const;
export type Style = keyof typeof STYLES;
export type Paint = (text: string, ...styles: readonly Style[]) => string;

export function painter(color: Color): Paint {
  if (color === "never") return (text) => text;
  return (text, ...styles) =>
    styles.reduceRight((inner, style) => {
      const [on, off] = STYLES[style];
      return `\u001b[${on}m${inner}\u001b[${off}m`;
    }, text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const SEQUENCE = /\u001b\[[0-9;]*m/g;
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const ZERO = /^\p{M}$/u;

/** Columns that a text takes: two for the wide letters of East Asia, none for accents that join and for colours. */
export function width(text: string): number {
  let columns = 0;
  for (const character of text.replace(SEQUENCE, ""))
    columns += ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}

export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - width(text)));
}

/** Lines of at most so many columns, broken between words where there are any, for text without colours. */
export function wrap(text: string, columns: number): string[] {
  return text.split("\n").flatMap((paragraph) => fill(paragraph.split(/(?<=\s)(?=\S)/), Math.max(8, columns)));
}

/** The same for JSON and headers, which may also break behind a comma. */
export function wrapCode(text: string, columns: number): string[] {
  return text.split("\n").flatMap((paragraph) => fill(paragraph.split(/(?<=[\s,])(?=\S)/), Math.max(8, columns)));
}

function fill(words: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (width(line + word.trimEnd()) <= columns) {
      line += word;
      continue;
    }
    if (line.trim() !== "") lines.push(line.trimEnd());
    const pieces = chop(word, columns);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return [...lines, line.trimEnd()];
}

/** A word that is longer than a line, cut hard. */
function chop(word: string, columns: number): string[] {
  const pieces = [""];
  let used = 0;
  for (const character of word) {
    const own = width(character);
    if (used + own > columns && character.trim() !== "") {
      pieces.push("");
      used = 0;
    }
    pieces[pieces.length - 1] += character;
    used += own;
  }
  return pieces;
}
