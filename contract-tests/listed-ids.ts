/** Which numbers in the body of a list could be taken for given identifiers: the proof that an order is absent. */
import { isUtf8 } from "node:buffer";
import { low32, mistakable } from "./id-readings.ts";

/** More digits than any identifier, or any number that is near one. */
const MOST_DIGITS = 40;

/** The numbers of a list that could be identifiers, in the order in which they stand. */
interface Numbers {
  /** Each as a double; cut off where it has a fraction. */
  readonly doubles: readonly number[];
  /** The lower 32 bits of each. */
  readonly lows: readonly number[];
  /** Where the digits of each begin. */
  readonly starts: readonly number[];
}

/** A list is read once, however many calls it is asked for: there may be a million orders in it. */
const known = new WeakMap<Uint8Array, Numbers | "unreadable">();

/**
 * The integers in a list for which a careless service could take a text with these readings, wherever their digits stand.
 * Values of petId and quantity and dates are no identifiers; anything else is taken for one, whatever the shape of the list.
 * `undefined` when the bytes are no list that can be read.
 */
export function mistakableIds(body: Uint8Array, readings: ReadonlySet<bigint>): Set<bigint> | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const numbers = known.get(body) ?? (isJsonText(bytes) ? readNumbers(bytes) : "unreadable");
  known.set(body, numbers);
  if (numbers === "unreadable") return undefined;
  const { doubles, lows, starts } = numbers;
  const isMistakable = mistakable(readings);
  // Nearly all numbers of a list are told apart by their double and their lower 32 bits, without a bigint.
  const near = new Set([...readings].map(Number));
  const nearLows = new Set([...readings].map(low32));
  const found = new Set<bigint>();
  for (let nth = 0; nth < doubles.length; nth++) {
    if (!near.has(doubles[nth] as number) && !nearLows.has(lows[nth] as number)) continue;
    const id = integerAt(bytes, starts[nth] as number, doubles[nth] as number);
    if (isMistakable(id)) found.add(id);
  }
  return found;
}

function readNumbers(bytes: Buffer): Numbers {
  const doubles: number[] = [];
  const lows: number[] = [];
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if (!isDigit(bytes[at])) continue;
    const start = at;
    let value = 0;
    for (; isDigit(bytes[at]); at++) value = value * 10 + ((bytes[at] ?? 0) - 0x30);
    const end = dateEnd(bytes, start);
    if (end !== undefined) {
      at = end;
      continue;
    }
    const size = Math.trunc(scaledValue(bytes, start, at) ?? value);
    if (at - start > MOST_DIGITS || !Number.isFinite(size) || isOtherMember(bytes, start)) continue;
    const double = isNegative(bytes, start) ? -size : size;
    const exact = size > Number.MAX_SAFE_INTEGER ? integerAt(bytes, start, double) : undefined;
    doubles.push(exact === undefined ? double : Number(exact));
    lows.push(low32(exact ?? BigInt(double)));
    starts.push(start);
  }
  return { doubles, lows, starts };
}

/** The integer whose digits begin at a place, with its sign; of a number with a fraction or an exponent what its double says. */
function integerAt(bytes: Buffer, start: number, double: number): bigint {
  let end = start;
  while (isDigit(bytes[end])) end++;
  if (scaledValue(bytes, start, end) !== undefined) return BigInt(double);
  const size = BigInt(bytes.toString("latin1", start, end));
  return isNegative(bytes, start) ? -size : size;
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
