/**
 * Validates an Order or an Error against its schema in openapi.yaml with ajv, and describes what is
 * wrong with it. Runs only in Node.js.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AnySchemaObject, ErrorObject } from "ajv/dist/2020.js";
import { Decimal, type Json, type JsonPath, stringifyJson } from "../../../spec/json/json.ts";
import { checkDateTime } from "../../../spec/schema/date-time.ts";
import { isInt64Value } from "../../../spec/schema/integers.ts";
import { shorten } from "../../../spec/shorten.ts";

/** `problem` completes the sentence "orders[3].id …". */
interface SchemaViolation {
  readonly path: JsonPath;
  readonly problem: string;
}

/** Returns an empty list if the value is valid. */
type Validate = (value: Json) => readonly SchemaViolation[];

const require = createRequire(import.meta.url);

/**
 * Returns the validator of each schema of an OpenAPI document. Throws if a schema cannot be applied
 * strictly. We do not check here that the schemas are valid, which takes as long as the rest; a
 * test checks ours.
 */
export function compileSchemas(yaml: string): Readonly<Record<string, Validate>> {
  // Loaded on demand, and synchronously: a program that imports the package to start the mock
  // judges nothing.
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const addFormats = require("ajv-formats") as (ajv: InstanceType<typeof Ajv2020>) => void;
  const { parse } = require("yaml") as typeof import("yaml");
  const { components } = parse(yaml) as {
    components: { schemas: Record<string, AnySchemaObject> };
  };

  const ajv = new Ajv2020({ allErrors: true, strict: true, verbose: true, validateSchema: false });
  addFormats(ajv);
  // ajv-formats accepts dates and integers that the contract does not, and refuses dates that the
  // contract accepts.
  ajv.addFormat("date-time", (text: string) => checkDateTime(text).kind !== "invalid");
  ajv.addFormat("int64", true);
  // Keywords of OpenAPI that say nothing about a value.
  ajv.addVocabulary(["example", "components", "x-on-some-orders"]);
  ajv.addSchema({ $id: "openapi.yaml", components });

  return Object.fromEntries(
    Object.entries(components.schemas).map(([name, schema]) => {
      const isValid = ajv.compile({ $ref: `openapi.yaml#/components/schemas/${name}` });
      const int64Members = int64MembersOf(name, schema);
      const validate: Validate = (value) => {
        isValid(asParsed(value));
        const errors = isValid.errors ?? [];
        return [
          ...errors
            .filter(({ parentSchema }) => parentSchema?.format !== "int64")
            .map((error) => describe(error, value)),
          ...int64Violations(value, int64Members),
        ];
      };
      return [name, validate];
    }),
  );
}

let compiled: Readonly<Record<string, Validate>> | undefined;

/**
 * Returns the validator of a schema of openapi.yaml, which we read when the first value is judged.
 */
function schemaNamed(name: string): Validate {
  return (value) => {
    compiled ??= compileSchemas(readFileSync(require.resolve("orders-kit/openapi.yaml"), "utf8"));
    return compiled[name]!(value);
  };
}

export const validateOrder = schemaNamed("Order");
/** Does not compare `status` with the HTTP status. */
export const validateError = schemaNamed("Error");

/** Returns the value as JSON.parse would read it. */
function asParsed(value: Json): unknown {
  if (typeof value === "bigint" || value instanceof Decimal) return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(asParsed);
  // We copy only what has something to convert: lists are long, and most orders have nothing.
  let converted: Record<string, unknown> | undefined;
  for (const name in value) {
    const member = value[name]!;
    if (typeof member !== "bigint" && typeof member !== "object") continue;
    converted ??= { ...value };
    converted[name] = asParsed(member);
  }
  return converted ?? value;
}

/**
 * Returns the members that are int64. Throws if an int64 stands deeper, where nothing would judge
 * it.
 */
function int64MembersOf(name: string, { properties = {} }: AnySchemaObject): readonly string[] {
  const isInt64 = (schema: unknown): boolean => (schema as AnySchemaObject).format === "int64";
  const members = Object.keys(properties).filter((member) => isInt64(properties[member]));
  const written = JSON.stringify(properties).split('"format":"int64"').length - 1;
  if (written > members.length)
    throw new Error(`${name}: int64 is judged in the members of ${name} alone.`);
  return members;
}

/**
 * Returns the members that are not int64, by their exact text: a double holds neither all digits
 * nor how they were written.
 */
function int64Violations(value: Json, members: readonly string[]): readonly SchemaViolation[] {
  if (typeof value !== "object" || value === null) return [];
  const given = value as Readonly<Record<string, Json | undefined>>;
  return members
    .filter((member) => given[member] !== undefined && !isInt64Value(given[member]))
    .map((member) => ({ path: [member], problem: int64Problem(given[member]!) }));
}

function int64Problem(found: Json): string {
  const shown = show(found);
  if (typeof found === "bigint") return `is ${shown}, outside int64`;
  if (found instanceof Decimal) return `is written ${shown}, not as the digits of an int64`;
  return `is ${typeAndValue(found)}, not an int64 integer`;
}

function describe(error: ErrorObject, root: Json): SchemaViolation {
  const { instancePath, keyword, params } = error;
  const path = instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (keyword === "required")
    return { path: [...path, String(params.missingProperty)], problem: "is missing" };
  const found = path.reduce<unknown>(
    (value, step) => (value as Record<string, unknown>)[step],
    root,
  );
  return { path, problem: problemOf(error, found as Json) };
}

function problemOf({ keyword, params, message }: ErrorObject, found: Json): string {
  const shown = show(found);
  switch (keyword) {
    case "type":
      return `is ${typeAndValue(found)}, not ${withArticle(String(params.type))}`;
    case "enum":
      return `is ${shown}, not one of ${(params.allowedValues as string[]).join(", ")}`;
    case "maxLength":
      return `has ${[...String(found)].length} characters, more than ${params.limit}: ${shown}`;
    case "minLength":
      return `has ${[...String(found)].length} characters, fewer than ${params.limit}: ${shown}`;
    case "format": {
      const date = params.format === "date-time" && checkDateTime(String(found));
      return `${date && date.kind === "invalid" ? date.why : message}: ${shown}`;
    }
    default:
      return `${message}: ${shown}`;
  }
}

/** Returns `a string ("17")`; null is its own type. */
function typeAndValue(value: Json): string {
  return value === null ? "null" : `${withArticle(typeName(value))} (${show(value)})`;
}

function typeName(value: Json): string {
  if (Array.isArray(value)) return "array";
  return value instanceof Decimal || typeof value === "bigint" ? "number" : typeof value;
}

const withArticle = (noun: string): string => `${/^[aio]/.test(noun) ? "an" : "a"} ${noun}`;

function show(value: Json): string {
  return shorten(stringifyJson(value));
}
