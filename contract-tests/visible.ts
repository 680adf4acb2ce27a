/**
 * Text that a deployment wrote, made safe to show: what would steer a terminal, turn the reading direction or stand there
 * unseen is written out. Line feeds stay; reporters decide what a line is.
 */

/** Controls, formats (zero width, direction), lone surrogates, and the separators of lines and paragraphs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => (character === "\n" ? "\n" : written(character)));
}

/** The same on one line. */
export function visibleLine(text: string): string {
  return text.replace(UNSEEN, written);
}

const NAMED: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function written(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return NAMED[character] ?? (code < 0x100 ? hexByte(code) : `\\u{${code.toString(16)}}`);
}

function hexByte(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** UTF-8 as text, bytes that are none of it as `\xNN`. */
export function visibleBytes(bytes: Uint8Array): string {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at] ?? 0);
    try {
      text += strict.decode(bytes.subarray(at, at + length));
      at += length;
    } catch {
      text += hexByte(bytes[at] ?? 0);
      at++;
    }
  }
  return visible(text);
}

/** Bytes of the UTF-8 sequence that a lead byte begins; 1 for what begins none. */
export function sequenceLength(lead: number): 1 | 2 | 3 | 4 {
  return lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
}
