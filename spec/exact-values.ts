/** What the generated validators ask of values read by spec/json.ts. */
import { judgeDateTime } from "./date-time.ts";
import { isInt64 } from "./int64.ts";
import { Decimal } from "./json.ts";

/**
 * The integer that a number token writes, or undefined for a fraction and for anything that is no number. `2.0` and `2e0`
 * write 2: the value counts, not the form.
 */
export function wholeValue(value: unknown): bigint | undefined {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return BigInt(value);
  if (!(value instanceof Decimal)) return undefined;
  const [, sign, whole, fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(value.text) ?? [];
  const digits = `${whole}${fraction}`.replace(/0+$/, "");
  const dropped = `${whole}${fraction}`.length - digits.length;
  const shift = Number(exponent) - fraction.length + dropped;
  if (digits === "") return 0n;
  // A shift of hundreds is no quantity of anything; reading it would only cost memory.
  if (shift < 0 || shift > 400) return undefined;
  return BigInt(`${sign}${digits}`) * 10n ** BigInt(shift);
}

/** An identifier: an integer token within int64. A fraction of zero is a matter of form, an exponent is not (spec/rulings.md). */
export function isInt64Value(value: unknown): boolean {
  if (typeof value === "number") return true; // A number of spec/json.ts is a safe integer.
  if (typeof value === "bigint") return isInt64(value);
  if (!(value instanceof Decimal) || /[eE]/.test(value.text)) return false;
  const whole = wholeValue(value);
  return whole !== undefined && isInt64(whole);
}

export function isWholeNumber(value: unknown): boolean {
  return typeof value === "number" || wholeValue(value) !== undefined;
}

/** Loose forms pass: the gate reports them as advice. */
export function isDateTime(value: unknown): boolean {
  return typeof value !== "string" || judgeDateTime(value).kind !== "wrong";
}
