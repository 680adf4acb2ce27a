/** Reads what stands in a text in escapes: percent-encoded, as JSON escapes it, and in other notations. */
import { stripVTControlCharacters } from "node:util";

/** Text without its escapes, and where each character of it stands in the text. */
interface DecodedText {
  readonly text: string;
  /** The offset of each UTF-16 unit of `text` in the text that was decoded; one more for the end. */
  readonly offsets: Uint32Array;
}

/** Percent-encoding, and escapes of JSON. */
export const NOTATIONS = [/%[0-9A-Fa-f]{2}/g, /\\(?:u[0-9A-Fa-f]{4}|[^u])/g];

/** Returns undefined for a text without escapes. Each escape costs some hundred nanoseconds: a body may have nothing else. */
export function decode(text: string, notation: RegExp): DecodedText | undefined {
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
    // A character beyond a byte is in no key.
    decoded[length] = Math.min(code, 0xff);
    offsets[length++] = index;
    from = index + sequence.length;
  }

  copyTo(text.length);
  offsets[length] = text.length;
  return { text: decoded.toString("latin1", 0, length), offsets: offsets.subarray(0, length + 1) };
}

/** Texts may be escaped again, and again. */
const MAX_ROUNDS = 3;
/** One printable character of ASCII, of which keys are made, as URLs, JSON, JavaScript, C and HTML escape it. */
const ESCAPE =
  /%([2-7][0-9a-f])|\\+(?:u00([2-7][0-9a-f])|u\{0*([2-7][0-9a-f])\}|x([2-7][0-9a-f])|(0?[4-7][0-7]|1[0-7]{2})|(.))|&#x0*([2-7][0-9a-f]);?|&#0*(1[01]\d|12[0-6]|[3-9]\d);?|&(amp;?|\w{1,8};)/gi;

/** The text as it is, and without its escapes: of one round, of two and of three. */
export function readingsOf(text: string): readonly string[] {
  const readings = [stripVTControlCharacters(text)];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = readings.at(-1)!;
    const after = before.replace(ESCAPE, unescaped);
    if (after === before) break;
    readings.push(after);
  }
  return readings;
}

function unescaped(_escape: string, ...groups: readonly (string | undefined)[]): string {
  const [percent, u, braced, x, octal, same, hex, decimal, name = ""] = groups;
  const digits = percent ?? u ?? braced ?? x ?? hex;
  if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  // Any other name stands for a character that is no letter and no digit.
  return same ?? (/^amp;?$/i.test(name) ? "&" : "");
}
