/**
 * Integers of the contract, in texts and in values of spec/json/json.ts: int64 (order and pet ids)
 * and others.
 */
import { Decimal } from "../json/json.ts";

/** An order's id, as a string of decimal digits or a bigint. A number cannot hold every id. */
export type OrderId = string | bigint;

export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

/** Name of an int64 in error messages. */
export const INT64_DESCRIPTION = `an integer from ${INT64_MIN} to ${INT64_MAX}, in decimal digits`;

export function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}

/**
 * Parses a decimal integer of any size, without plus sign or leading zeros. Returns undefined for
 * any other text.
 */
export function parseInteger(text: string): bigint | undefined {
  return /^(?:0|-?[1-9][0-9]{0,400})$/.test(text) ? BigInt(text) : undefined;
}

/** Like parseInteger, within int64. */
export function parseInt64(text: string): bigint | undefined {
  const value = parseInteger(text);
  return value !== undefined && isInt64(value) ? value : undefined;
}

/** Longest number that we calculate with, in characters. */
const MAX_LENGTH = 1000;

/**
 * Returns the integer value of a number, or undefined for fractions and anything else. `2.0` and
 * `2e0` are 2.
 */
export function integerValue(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return BigInt(value);
  if (!(value instanceof Decimal) || value.text.length > MAX_LENGTH) return undefined;
  const [, sign, whole, fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value.text) ?? [];
  const digits = `${whole}${fraction}`.replace(/0+$/, "");
  const dropped = `${whole}${fraction}`.length - digits.length;
  const shift = Number(exponent) - fraction.length + dropped;
  if (digits === "") return 0n;
  // The value of 1e999999999 would not fit in memory.
  if (shift < 0 || shift > 400) return undefined;
  return BigInt(`${sign}${digits}`) * 10n ** BigInt(shift);
}

/** True for an int64. `17.0` is one; a number with an exponent is not (spec/rulings.md). */
export function isInt64Value(value: unknown): boolean {
  if (typeof value === "number") return true; // Always a safe integer (spec/json/json.ts).
  if (typeof value === "bigint") return isInt64(value);
  if (!(value instanceof Decimal) || /[eE]/.test(value.text)) return false;
  const whole = integerValue(value);
  return whole !== undefined && isInt64(whole);
}
