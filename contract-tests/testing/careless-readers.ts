/** Services that read ids carelessly. */
import { INT64_MAX, INT64_MIN } from "../../spec/schema/integers.ts";

const match = (text: string, pattern: RegExp): bigint | undefined => {
  const [, digits] = pattern.exec(text) ?? [];
  return digits === undefined ? undefined : BigInt(digits.replace("+", ""));
};
const saturated = (value: bigint | undefined): bigint | undefined =>
  value === undefined
    ? undefined
    : value > INT64_MAX
      ? INT64_MAX
      : value < INT64_MIN
        ? INT64_MIN
        : value;

const inBits = (bits: number, value: bigint | undefined): bigint | undefined =>
  value === undefined ? undefined : BigInt.asIntN(bits, value);

/**
 * How services read the text in a path: as a number, which need not be an integer, or not at all.
 * That some read 0 then is an assumption of the policy.
 */
export const READERS: Readonly<Record<string, (text: string) => bigint | number | undefined>> = {
  "Number()": Number,
  "parseInt()": (text) => Number.parseInt(text, 10),
  "parseInt() of its base": (text) => Number.parseInt(text, /^0x/i.test(text) ? 16 : 10),
  "hexadecimal, for a text with letters": (text) =>
    /^\d*[a-f]/i.test(text) ? Number.parseInt(text, 16) : undefined,
  "octal, for a text with a leading zero": (text) =>
    /^0\d/.test(text) ? Number.parseInt(text, 8) : undefined,
  "parseFloat(), rounded": (text) => Math.round(Number.parseFloat(text)),
  "parseFloat(), cut": (text) => Math.trunc(Number.parseFloat(text)),
  "parseInt() of a number": (text) => Number.parseInt(String(Number(text)), 10),
  "the printed number": (text) => match(String(Number(text)), /^(-?\d+)$/),
  "| 0": (text) => (Number.isNaN(Number(text)) ? undefined : Number(text) | 0),
  ">>> 0": (text) => (Number.isNaN(Number(text)) ? undefined : Number(text) >>> 0),
  "all digits": (text) => match(text.replace(/\D/g, ""), /^(\d+)$/),
  "all digits, cut off at int64": (text) => saturated(match(text.replace(/\D/g, ""), /^(\d+)$/)),
  "first digits": (text) => match(text, /(\d+)/),
  "last digits": (text) => match(text, /(\d+)\D*$/),
  "digits at the end": (text) => match(text, /(\d+)$/),
  "any of its lines": (text) => match(text, /^(\d+)$/m),
  "each digits of a list": (text) => match(text, /,(\d+)/),
  "first digits, without separators": (text) => match(text.replace(/[\s_',.]/g, ""), /(\d+)/),
  "digits with separators": (text) => match(text.replace(/[\s_',]/g, ""), /^([+-]?\d+)$/),
  "atoi()": (text) => inBits(32, match(text, /^\s*([+-]?\d+)/)),
  "strtoll()": (text) => saturated(match(text, /^\s*([+-]?\d+)/)),
  "int64, wrapped": (text) => inBits(64, match(text, /^\s*(-?\d+)/)),
  "without its sign": (text) => match(text, /^-?(\d+)/),
};
