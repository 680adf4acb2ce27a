/** Which numbers in the body of a list could be taken for given identifiers: the proof that an order is absent. */
import { isUtf8 } from "node:buffer";
import { type IdReadings, low32, magnitude, mistakable } from "./id-readings.ts";

/** More digits than any identifier, or any number that is near one. */
const MOST_DIGITS = 40;

/**
 * The integers in a list for which a careless service could take a text with these readings, wherever their digits stand.
 * Values of petId and quantity and dates are no identifiers; anything else is taken for one, whatever the shape of the list.
 * `undefined` when the bytes are no list that can be read.
 */
export function mistakableIds(body: Uint8Array, readings: IdReadings): Set<bigint> | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!isJsonText(bytes)) return undefined;
  const isMistakable = mistakable(readings);
  // Most numbers of a list are short, and are told apart without a bigint.
  const all = [...readings.all].map(magnitude);
  const short = new Set([...all, ...readings.written].map(Number));
  const lows = new Set(all.flatMap((id) => [low32(id), low32(-id)]));
  const found = new Set<bigint>();
  for (let at = 0; at < bytes.length; at++) {
    if (!isDigit(bytes[at])) continue;
    const start = at;
    let value = 0;
    for (; isDigit(bytes[at]); at++) value = value * 10 + ((bytes[at] ?? 0) - 0x30);
    const date = dateEnd(bytes, start);
    if (date !== undefined) {
      at = date;
      continue;
    }
    const scaled = scaledValue(bytes, start, at);
    const digits = at - start;
    if (scaled === undefined && digits <= 15 && !short.has(value) && !lows.has(value % 2 ** 32)) continue;
    if (digits > MOST_DIGITS || scaled === Number.POSITIVE_INFINITY) continue;
    const id = scaled === undefined ? BigInt(bytes.toString("latin1", start, at)) : BigInt(Math.trunc(scaled));
    if (isMistakable(id) && !isOtherMember(bytes, start)) found.add(isNegative(bytes, start) ? -id : id);
  }
  return found;
}

/** UTF-8 that begins and ends as an array or an object does, with no digit written as an escape. */
function isJsonText(bytes: Buffer): boolean {
  const edges = `${bytes.toString("latin1", 0, 64).trimStart().charAt(0)}${bytes
    .toString("latin1", Math.max(0, bytes.length - 64))
    .trimEnd()
    .slice(-1)}`;
  return (edges === "[]" || edges === "{}") && !bytes.includes(0) && !bytes.includes("\\u003") && isUtf8(bytes);
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The place of the closing quote, where a text that begins with a date and a time starts at `start`. */
function dateEnd(bytes: Buffer, start: number): number | undefined {
  if (bytes[start - 1] !== 0x22 || bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) return undefined;
  const [text] =
    /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}[\d:.]*(?:Z|[+-]\d{2}:\d{2})?"/.exec(
      bytes.toString("latin1", start, start + 64),
    ) ?? [];
  return text === undefined ? undefined : start + text.length - 1;
}

/** The value of a number with a fraction or an exponent whose first digits end at `end`. */
function scaledValue(bytes: Buffer, start: number, end: number): number | undefined {
  const next = bytes[end];
  if (next !== 0x2e && next !== 0x65 && next !== 0x45) return undefined;
  return Number.parseFloat(bytes.toString("latin1", start, Math.min(bytes.length, end + 40)));
}

/** Whether a number is the value of a member that the contract says is no order's identifier. */
function isOtherMember(bytes: Buffer, start: number): boolean {
  let at = bytes[start - 1] === 0x2d ? start - 2 : start - 1;
  while (isSpace(bytes[at])) at--;
  if (bytes[at--] !== 0x3a) return false;
  while (isSpace(bytes[at])) at--;
  const before = bytes.toString("latin1", Math.max(0, at - 11), at + 1);
  return before.endsWith('"petId"') || before.endsWith('"quantity"');
}

function isNegative(bytes: Buffer, start: number): boolean {
  return bytes[start - 1] === 0x2d && !/[A-Za-z0-9]/.test(String.fromCharCode(bytes[start - 2] ?? 0x20));
}
