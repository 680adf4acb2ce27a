/** ajv validators of the contract's schemas, for values that spec/json.ts read, with violations that a person can read. */
import { judgeDateTime } from "./date-time.ts";
import { validateError as ajvError, validateOrder as ajvOrder } from "./generated/validators.ts";
import { Decimal, type Json, type JsonPath, stringifyJson } from "./json.ts";

/** One thing that is wrong with a value: where, and a phrase that completes the sentence "orders[3].id …". */
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

/** What is wrong with an element of the list; empty for a sound Order. */
export function validateOrder(value: Json): readonly SchemaViolation[] {
  return run(ajvOrder as AjvValidator, value);
}

/** What is wrong with an Error body by itself, its relation to the HTTP status aside; empty for a sound one. */
export function validateError(value: Json): readonly SchemaViolation[] {
  return run(ajvError as AjvValidator, value);
}

const NONE: readonly SchemaViolation[] = [];

function run(validator: AjvValidator, value: Json): readonly SchemaViolation[] {
  // A Decimal is an object to JavaScript and a number to everyone else.
  if (validator(value instanceof Decimal ? value.valueOf() : value)) return NONE;
  return (validator.errors ?? []).map((error) => describe(error, value));
}

function describe({ instancePath, keyword, params }: AjvError, root: Json): SchemaViolation {
  const path = instancePath.split("/").slice(1);
  if (keyword === "required") return { path: [...path, String(params.missingProperty)], problem: "is missing" };
  const found = path.reduce<Json | undefined>((value, step) => (value as Record<string, Json>)[step], root);
  return { path, problem: problemOf(keyword, params, found ?? null) };
}

function problemOf(keyword: string, params: AjvError["params"], found: Json): string {
  const shown = abridge(stringifyJson(found));
  switch (keyword) {
    case "int64":
      if (typeof found === "bigint") return `is ${shown}, outside int64`;
      if (found instanceof Decimal) return `is written ${shown}, not as the digits of an int64`;
      return `is ${named(found, shown)}, not an int64 integer`;
    case "wholeNumber":
      return `is ${named(found, shown)}, not an integer`;
    case "dateTime": {
      const verdict = judgeDateTime(String(found));
      return `${verdict.kind === "sound" ? "is wrong" : verdict.why}: ${shown}`;
    }
    case "type":
      return `is ${named(found, shown)}, not ${params.type === "object" ? "an object" : `a ${params.type}`}`;
    default:
      return `breaks ${keyword}: ${shown}`;
  }
}

/** The type with the value, which of null say the same. */
function named(value: Json, shown: string): string {
  return value === null ? "null" : `${typeName(value)} (${shown})`;
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (value instanceof Decimal || typeof value === "number" || typeof value === "bigint") return "a number";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function abridge(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}
