/** Predicates of the generated validators, for values of spec/json/json.ts. */

import { Decimal } from "../json/json.ts";
import { checkDateTime } from "./date-time.ts";
import { isInt64 } from "./int64.ts";

/** The integer value of a number; undefined for a fraction, and for anything else. `2.0` and `2e0` are 2. */
export function integerValue(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return BigInt(value);
  if (!(value instanceof Decimal)) return undefined;
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

/** An int64; `17.0` is one, an exponent is not (spec/rulings.md). */
export function isInt64Value(value: unknown): boolean {
  if (typeof value === "number") return true; // A number of spec/json/json.ts is always a safe integer.
  if (typeof value === "bigint") return isInt64(value);
  if (!(value instanceof Decimal) || /[eE]/.test(value.text)) return false;
  const whole = integerValue(value);
  return whole !== undefined && isInt64(whole);
}

export function isIntegerValue(value: unknown): boolean {
  return typeof value === "number" || integerValue(value) !== undefined;
}

/** Nonstandard forms pass: the gate reports them as advice. */
export function isDateTime(value: unknown): boolean {
  return typeof value !== "string" || checkDateTime(value).kind !== "invalid";
}
