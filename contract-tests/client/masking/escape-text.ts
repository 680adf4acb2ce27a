/**
 * Makes text from a deployment safe to print: escapes control characters, direction changes and
 * invisible characters. {@link escapeText} keeps line feeds.
 */

/** Control and format characters (zero width, direction), lone surrogates, separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

export function escapeText(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === "\n" ? "\n" : escaped(character)));
}

/** Escapes line feeds too. */
export function escapeLine(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return NAMED_ESCAPES[character] ?? (code < 0x100 ? hexByte(code) : `\\u{${code.toString(16)}}`);
}

function hexByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** For bytes that are not UTF-8: each non-ASCII byte becomes `\xNN`. */
export function escapeBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  return escapeText(text).replace(/[\x80-\xff]/g, (character) => hexByte(character.charCodeAt(0)));
}
