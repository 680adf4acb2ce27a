/**
 * Building blocks of the schemas that read files and bodies: valibot's, with messages that say what
 * is expected. scenarios/generate/json-schema.ts derives the JSON Schemas for editors from the same
 * schemas.
 */
import * as v from "valibot";
import { suggest } from "../../spec/errors/suggest.ts";
import { shown } from "../../spec/errors/user-error.ts";
import { INT64_DESCRIPTION, isInt64, parseInt64 } from "../../spec/schema/integers.ts";

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Adds to the JSON Schema what cannot be derived. */
export function inEditors<T>(schema: JsonSchema) {
  return v.metadata<T, { editors: JsonSchema }>({ editors: schema });
}

/**
 * Adds a description that editors show. The return type leaves it out, because the package's
 * declarations would repeat it.
 */
export function described<T extends v.GenericSchema<unknown, unknown>>(
  description: string,
  schema: T,
): T {
  return v.pipe(schema, v.description(description)) as never;
}

/** An optional key with a description. */
export function field<T extends v.GenericSchema<unknown, unknown>>(description: string, schema: T) {
  return v.exactOptional(described(description, schema));
}

export const string = v.string("Expected a string.");

export function limitedString(maxLength: number) {
  const message = `Expected a string of at most ${maxLength} characters.`;
  return v.pipe(v.string(message), v.maxLength(maxLength, message));
}

export const boolean = v.boolean("Expected true or false.");

/** An integer within limits. `unit` is what it counts, such as "milliseconds". */
export function integer(min: number, max: number, unit?: string) {
  const message = expectedNumber(`an integer from ${min} to ${max}`, unit);
  return v.pipe(
    v.number(message),
    v.integer(message),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

export function number(min: number, max: number, unit?: string) {
  const message = expectedNumber(`a number from ${min} to ${max}`, unit);
  return v.pipe(v.number(message), v.minValue(min, message), v.maxValue(max, message));
}

function expectedNumber(range: string, unit: string | undefined): string {
  return `Expected ${unit === undefined ? range : `${unit}: ${range}`}.`;
}

/**
 * An exact id, as an integer or a string of digits. The schema for editors has no limits, because
 * editors read numbers as doubles.
 */
export const int64 = v.pipe(
  v.custom<number | bigint | string>(isId, `Expected ${INT64_DESCRIPTION}.`),
  inEditors({ anyOf: [{ type: "integer" }, { type: "string", pattern: "^-?[0-9]{1,19}$" }] }),
  v.transform((value) => BigInt(value)),
);

/** An id as decimal digits, which survive JSON. */
export const int64Text = v.pipe(int64, v.transform(String));

function isId(value: unknown): boolean {
  if (typeof value === "string") return parseInt64(value) !== undefined;
  return Number.isSafeInteger(value) || (typeof value === "bigint" && isInt64(value));
}

export function oneOf<const Name extends string>(names: readonly Name[]) {
  return v.picklist(names, ({ input }) => {
    const found = shown(input ?? "");
    return `"${found}" is not a valid value. ${suggest(found, names)}`;
  });
}

export function list<T extends v.GenericSchema<unknown, unknown>>(element: T) {
  return v.array(element, "Expected a list.");
}

/** One value, or a list of values. */
export function oneOrMore<T extends v.GenericSchema<unknown, unknown>>(one: T) {
  return v.union([one, list(one)]);
}

/**
 * A mapping with these keys and no others. `message` is for any other value, and for a missing
 * required key. For an unknown key the message is the list of valid keys: read.ts, which knows the
 * key, turns it into a sentence.
 */
export function mapping<const Entries extends v.ObjectEntries>(
  entries: Entries,
  message = `Expected a mapping with the keys ${Object.keys(entries).join(", ")}.`,
): v.GenericSchema<
  v.InferInput<v.ObjectSchema<Entries, undefined>>,
  v.InferOutput<v.ObjectSchema<Entries, undefined>>
> {
  const names = Object.keys(entries).join(VALID_KEYS_SEPARATOR);
  const schema = v.objectWithRest(entries, v.never(names), message);
  return v.pipe(noArray(message), noReservedKey(names), schema) as never;
}

/** Keys that valibot ignores, because they could change a prototype. */
const RESERVED = ["__proto__", "constructor", "prototype"];

function noReservedKey(message: string) {
  return v.rawCheck<object>(({ dataset: { value }, addIssue }) => {
    const key = RESERVED.find((name) => Object.hasOwn(Object(value), name));
    if (key !== undefined)
      addIssue({ message, path: [{ type: "object", origin: "key", input: {}, key, value: 0 }] });
  });
}

export const VALID_KEYS_SEPARATOR = ", ";

/** A mapping whose keys the user chooses. */
export function dictionary<
  Key extends v.GenericSchema<string, string>,
  Value extends v.GenericSchema<unknown, unknown>,
>(key: Key, value: Value) {
  const message = "Expected a mapping.";
  return v.pipe(noArray(message), v.record(key, value, message));
}

/** Refuses arrays, which valibot's schemas accept as objects. */
function noArray(message: string) {
  return v.custom<object>((value) => !Array.isArray(value), message);
}
