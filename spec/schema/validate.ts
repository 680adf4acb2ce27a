/** Validates values of spec/json/json.ts by the tables of fields, and describes what is wrong with them. */
import { Decimal, type Json, type JsonPath, stringifyJson } from "../json/json.ts";
import { checkDateTime } from "./date-time.ts";
import { ERROR_FIELDS, type FieldEntry, ORDER_FIELDS } from "./fields.ts";
import { isInt64 } from "./int64.ts";
import { integerValue } from "./value-kinds.ts";

/** `problem` completes the sentence "orders[3].id …". */
export interface SchemaViolation {
  readonly path: JsonPath;
  readonly problem: string;
}

const ORDER = Object.entries<FieldEntry>(ORDER_FIELDS);
const ERROR = Object.entries<FieldEntry>(ERROR_FIELDS);

/** Empty for a valid Order, which may lack any field. */
export function validateOrder(value: Json): readonly SchemaViolation[] {
  return violationsOf(value, ORDER);
}

/** Empty for a valid Error, which has all its fields. The HTTP status is not compared. */
export function validateError(value: Json): readonly SchemaViolation[] {
  const lacks = (name: string): boolean => (value as Record<string, Json>)[name] === undefined;
  const missing = isObject(value) ? ERROR.filter(([name]) => lacks(name)) : [];
  return [...missing.map(([name]) => ({ path: [name], problem: "is missing" })), ...violationsOf(value, ERROR)];
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Decimal);
}

/** Other members are allowed. */
function violationsOf(value: Json, fields: readonly (readonly [string, FieldEntry])[]): SchemaViolation[] {
  if (!isObject(value)) return [{ path: [], problem: `is ${typeAndValue(value)}, not an object` }];
  const violations: SchemaViolation[] = [];
  for (const [name, entry] of fields) {
    const found = value[name];
    const problem = found === undefined ? undefined : problemOf(found, entry);
    if (problem !== undefined) violations.push({ path: [name], problem });
  }
  return violations;
}

/** Nonstandard forms of a date pass: the gate reports them as advice. */
function problemOf(value: Json, { kind, format, values }: FieldEntry): string | undefined {
  if (kind === "integer") {
    if (format === "int64") return int64Problem(value);
    const isInteger = typeof value === "number" || integerValue(value) !== undefined;
    return isInteger ? undefined : `is ${typeAndValue(value)}, not an integer`;
  }
  const type = kind === "date-time" ? "string" : kind;
  if (typeof value !== type) return `is ${typeAndValue(value)}, not a ${type}`;
  if (values?.includes(value as string) === false) return `is ${shown(value)}, not one of ${values.join(", ")}`;
  const date = kind === "date-time" ? checkDateTime(value as string) : undefined;
  return date?.kind === "invalid" ? `${date.why}: ${shown(value)}` : undefined;
}

function int64Problem(value: Json): string | undefined {
  // A number of spec/json/json.ts is always a safe integer.
  if (typeof value === "number") return undefined;
  if (typeof value === "bigint") return isInt64(value) ? undefined : `is ${shown(value)}, outside int64`;
  if (!(value instanceof Decimal)) return `is ${typeAndValue(value)}, not an int64 integer`;
  // `17.0` is one, an exponent is not (spec/rulings.md).
  const whole = /[eE]/.test(value.text) ? undefined : integerValue(value);
  return whole !== undefined && isInt64(whole)
    ? undefined
    : `is written ${shown(value)}, not as the digits of an int64`;
}

/** `a string ("17")`; null is its own type. */
function typeAndValue(value: Json): string {
  if (value === null) return "null";
  const isNumber = value instanceof Decimal || typeof value === "bigint";
  const type = Array.isArray(value) ? "array" : isNumber ? "number" : typeof value;
  return `${/^[ao]/.test(type) ? "an" : "a"} ${type} (${shown(value)})`;
}

function shown(value: Json): string {
  const text = stringifyJson(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
