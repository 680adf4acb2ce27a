/**
 * Makes text from a deployment safe to print: control characters, changes of the reading direction and invisible characters
 * are replaced by escapes. {@link escapeText} keeps line feeds.
 */

/** Controls, formats (zero width, direction), lone surrogates, line and paragraph separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

export function escapeText(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === "\n" ? "\n" : escaped(character)));
}

/** Escapes line feeds too. */
export function escapeLine(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return NAMED[character] ?? (code < 0x100 ? hexByte(code) : `\\u{${code.toString(16)}}`);
}

function hexByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** Decodes UTF-8; bytes that are not UTF-8 become `\xNN`. */
export function escapeBytes(bytes: Uint8Array): string {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    try {
      text += strict.decode(bytes.subarray(at, at + length));
      at += length;
    } catch {
      text += hexByte(lead);
      at++;
    }
  }
  return escapeText(text);
}
