/** Validates values of spec/json/json.ts against the schemas of the contract, and describes what is wrong with them. */

import { Decimal, type Json, type JsonPath, stringifyJson } from "../json/json.ts";
import { checkDateTime } from "./date-time.ts";
import { validateError as ajvError, validateOrder as ajvOrder } from "./generated/validators.ts";

/** `problem` completes the sentence "orders[3].id …". */
export interface SchemaViolation {
  readonly path: JsonPath;
  readonly problem: string;
}

interface AjvError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}
type AjvValidator = ((value: unknown) => boolean) & { errors?: AjvError[] | null };

/** Empty for a valid Order. */
export function validateOrder(value: Json): readonly SchemaViolation[] {
  return run(ajvOrder as AjvValidator, value);
}

/** Empty for a valid Error. The HTTP status is not compared. */
export function validateError(value: Json): readonly SchemaViolation[] {
  return run(ajvError as AjvValidator, value);
}

function run(validator: AjvValidator, value: Json): readonly SchemaViolation[] {
  // ajv would take a Decimal for an object.
  if (validator(value instanceof Decimal ? value.valueOf() : value)) return [];
  return (validator.errors ?? []).map((error) => describe(error, value));
}

function describe({ instancePath, keyword, params }: AjvError, root: Json): SchemaViolation {
  const path = instancePath.split("/").slice(1);
  if (keyword === "required")
    return { path: [...path, String(params.missingProperty)], problem: "is missing" };
  const found = path.reduce<Json | undefined>(
    (value, step) => (value as Record<string, Json>)[step],
    root,
  );
  return { path, problem: problemOf(keyword, params, found ?? null) };
}

function problemOf(keyword: string, params: AjvError["params"], found: Json): string {
  const shown = truncate(stringifyJson(found));
  switch (keyword) {
    case "int64":
      if (typeof found === "bigint") return `is ${shown}, outside int64`;
      if (found instanceof Decimal) return `is written ${shown}, not as the digits of an int64`;
      return `is ${typeAndValue(found, shown)}, not an int64 integer`;
    case "integerValue":
      return `is ${typeAndValue(found, shown)}, not an integer`;
    case "dateTime": {
      const date = checkDateTime(String(found));
      return `${date.kind === "valid" ? "is invalid" : date.why}: ${shown}`;
    }
    case "enum":
      return `is ${shown}, not one of ${(params.allowedValues as string[]).join(", ")}`;
    case "type":
      return `is ${typeAndValue(found, shown)}, not ${params.type === "object" ? "an object" : `a ${params.type}`}`;
    case "maxLength":
      return `is longer than ${params.limit} characters: ${shown}`;
    case "minLength":
      return `is shorter than ${params.limit} characters: ${shown}`;
    default:
      return `breaks ${keyword}: ${shown}`;
  }
}

/** `a string ("17")`; null is its own type. */
function typeAndValue(value: Json, shown: string): string {
  return value === null ? "null" : `${typeName(value)} (${shown})`;
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (value instanceof Decimal || typeof value === "number" || typeof value === "bigint")
    return "a number";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function truncate(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
