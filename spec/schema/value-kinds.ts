/** Kinds of JSON values. A profile keeps them in place of the values, which could be personal data. */

import { Decimal, type Json } from "../json/json.ts";
import { checkDateTime } from "./date-time.ts";

/** `absent` is for a field that not every object has. */
export const FIELD_KINDS = [
  "string",
  "date-time",
  "integer",
  "number",
  "boolean",
  "null",
  "list",
  "object",
  "absent",
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** For each field by name, the kinds of value observed, in the order of {@link FIELD_KINDS}. */
export type Fields = Readonly<Record<string, readonly FieldKind[]>>;

function kindOf(value: Json): FieldKind {
  if (value === null) return "null";
  if (typeof value === "string") return checkDateTime(value).kind === "valid" ? "date-time" : "string";
  if (typeof value === "boolean") return "boolean";
  if (Array.isArray(value)) return "list";
  if (typeof value === "object" && !(value instanceof Decimal)) return "object";
  return integerValue(value) === undefined ? "number" : "integer";
}

/** The integer value of a number; undefined for a fraction, and for anything else. `2.0` and `2e0` are 2. */
export function integerValue(value: Json | undefined): bigint | undefined {
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

/** The fields of several objects, without the excluded ones, sorted by name so that two results can be compared. */
export function fieldsOf(objects: readonly Readonly<Record<string, Json>>[], excluded: readonly string[] = []): Fields {
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  for (const name of excluded) names.delete(name);
  const kindsOf = (name: string): FieldKind[] => {
    const seen = new Set(objects.map((object) => (Object.hasOwn(object, name) ? kindOf(object[name]!) : "absent")));
    return FIELD_KINDS.filter((kind) => seen.has(kind));
  };
  return Object.fromEntries([...names].toSorted().map((name) => [name, kindsOf(name)]));
}
