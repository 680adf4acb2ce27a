/** Which numbers in the body of a list could be taken for given identifiers: the proof that an order is absent. */
import { isUtf8 } from "node:buffer";

/**
 * The integers in a list that a careless service could confuse with one of `ids`, the readings of a text, or with `exact`, the
 * integer that the text writes: an id itself wherever its digits stand, or, for `exact`, the same double or the same low 32
 * bits. Values of petId and quantity and dates are no identifiers; anything else is taken for one, whatever the shape of the
 * list. `undefined` when the bytes are no list that can be read.
 */
export function confusableIds(body: Uint8Array, ids: ReadonlySet<bigint>, exact?: bigint): Set<bigint> | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!isJsonText(bytes)) return undefined;
  const doubles = new Set([...ids].map(Number));
  const double = exact === undefined ? Number.NaN : Number(exact);
  const low = exact === undefined ? -1n : BigInt.asUintN(32, exact);
  const taken = (id: bigint): boolean => ids.has(id) || Number(id) === double || BigInt.asUintN(32, id) === low;
  const lows = new Set([low, BigInt.asUintN(32, -low)].map(Number));
  const isNear = (value: number): boolean => doubles.has(value) || doubles.has(-value) || lows.has(value % 2 ** 32);
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
    // Most numbers are told apart by their double alone; the exact comparison is for the few that are not.
    if (scaled === undefined && at - start <= 15 && !isNear(value)) continue;
    const id = idAt(bytes, start, at, scaled ?? value);
    if (taken(id) && !isOtherMember(bytes, start)) found.add(id);
  }
  return found;
}

/** The integer whose digits stand between two places, with its sign; a number with a fraction or an exponent is cut off. */
function idAt(bytes: Buffer, start: number, end: number, value: number): bigint {
  const exact =
    end - start > 15 && value >= 1e15
      ? BigInt(bytes.toString("latin1", start, end))
      : BigInt(Number.isFinite(value) ? Math.trunc(value) : 0);
  return isNegative(bytes, start) ? -exact : exact;
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
