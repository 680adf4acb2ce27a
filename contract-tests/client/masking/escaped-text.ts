/** Decodes percent-encoding and JSON escapes in a text. */

/** A text without its escapes, and where each character comes from. */
interface DecodedText {
  readonly text: string;
  /** The offset of each UTF-16 unit of `text` in the original; the last entry is its end. */
  readonly offsets: Uint32Array;
}

/** Percent-encoding and JSON escapes. */
export const NOTATIONS = [/%[0-9A-Fa-f]{2}/g, /\\(?:u[0-9A-Fa-f]{4}|[^u])/g];

/**
 * Returns undefined if the text has no escapes. Each escape costs some hundred nanoseconds, and a
 * body may consist of escapes.
 */
export function withoutEscapes(text: string, notation: RegExp): DecodedText | undefined {
  if (text.search(notation) < 0) return undefined;
  const decoded = Buffer.allocUnsafe(text.length);
  const offsets = new Uint32Array(text.length + 1);
  let length = 0;
  let from = 0;
  const copyTo = (end: number): void => {
    for (; from < end; from++) {
      decoded[length] = text.charCodeAt(from);
      offsets[length++] = from;
    }
  };

  for (const { 0: sequence, index } of text.matchAll(notation)) {
    copyTo(index);
    const hex = /^(?:%|\\u)(.+)/.exec(sequence)?.[1];
    const code = hex === undefined ? sequence.charCodeAt(1) : Number.parseInt(hex, 16);
    // No key contains a character beyond one byte.
    decoded[length] = Math.min(code, 0xff);
    offsets[length++] = index;
    from = index + sequence.length;
  }

  copyTo(text.length);
  offsets[length] = text.length;
  return { text: decoded.toString("latin1", 0, length), offsets: offsets.subarray(0, length + 1) };
}
