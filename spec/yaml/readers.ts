/** Readers of YAML values: each converts a node, or throws an error with its place and the fix. */
import { isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import { suggest, UserError } from "../errors/user-errors.ts";
import type { YamlSource } from "./source.ts";

/** A JSON Schema (draft 2020-12). */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Reads the value of one node; throws a UserError. Its schema describes the same values to editors. */
export interface Reader<T> {
  (node: Node, source: YamlSource): T;
  readonly schema?: JsonSchema;
}

export function withSchema<T>(
  schema: JsonSchema,
  read: (node: Node, source: YamlSource) => T,
): Reader<T> {
  return Object.assign((node: Node, source: YamlSource) => read(node, source), { schema });
}

/** The same reader; editors show the description. */
export function described<T>(description: string, reader: Reader<T>): Reader<T> {
  return withSchema({ ...reader.schema, description }, reader);
}

/** The same reader; its schema refers to the one of this name in `$defs`, where the document's schema must have it. */
export function referenced<T>(name: string, reader: Reader<T>): Reader<T> {
  return withSchema({ $ref: `#/$defs/${name}` }, reader);
}

/** A scalar value; `convert` returns undefined for an invalid one, and `expected` completes "Expected …". */
export function scalar<T>(
  expected: string,
  convert: (value: unknown) => T | undefined,
  schema: JsonSchema = {},
): Reader<T> {
  return withSchema(schema, (node, source) => {
    const value = isScalar(node) ? convert(node.value) : undefined;
    if (value === undefined) throw source.errorAt(node, `Expected ${expected}.`);
    return value;
  });
}

export const string = scalar(
  "a string",
  (value) => (typeof value === "string" ? value : undefined),
  {
    type: "string",
  },
);
export const boolean = scalar(
  "true or false",
  (value) => (typeof value === "boolean" ? value : undefined),
  {
    type: "boolean",
  },
);

/** A name, such as a key; `null` without quotes is the name "null". */
export const name = scalar("a name", (value) => (value === null ? "null" : String(value)));

/** An integer within limits, as a number; `unit` is what it counts, such as "milliseconds". */
export function integer(min: number, max: number, unit?: string): Reader<number> {
  const schema = { type: "integer", minimum: min, maximum: max };
  const convert = (value: unknown): number | undefined =>
    typeof value === "bigint" && value >= min && value <= max ? Number(value) : undefined;
  const range = `an integer from ${min} to ${max}`;
  return scalar(unit === undefined ? range : `${unit}: ${range}`, convert, schema);
}

export function number(min: number, max: number): Reader<number> {
  const schema = { type: "number", minimum: min, maximum: max };
  const convert = (value: unknown): number | undefined => {
    const number = typeof value === "bigint" ? Number(value) : value;
    return typeof number === "number" && number >= min && number <= max ? number : undefined;
  };
  return scalar(`a number from ${min} to ${max}`, convert, schema);
}

export function oneOf<const T extends string>(names: readonly T[]): Reader<T> {
  return withSchema({ enum: names }, (node, source) => {
    const value = isScalar(node) ? node.value : undefined;
    const found = names.find((name) => name === value);
    if (found === undefined)
      throw source.errorAt(
        node,
        `"${value}" is not a valid value. ${suggest(String(value ?? ""), names)}`,
      );
    return found;
  });
}

export function list<T>(element: Reader<T>): Reader<T[]> {
  return withSchema({ type: "array", items: element.schema ?? {} }, (node, source) => {
    if (!isSeq<Node>(node)) throw source.errorAt(node, "Expected a list.");
    return readEach(node.items, (item) => element(item, source));
  });
}

/** A mapping with these keys, all of them optional. */
export function mapping<T extends object>(
  fields: { readonly [Key in keyof T]-?: Reader<T[Key]> },
): Reader<Partial<T>> {
  const valid = Object.keys(fields);
  const properties = Object.fromEntries(
    valid.map((name) => [name, fields[name as keyof T].schema ?? {}]),
  );
  return withSchema({ type: "object", properties, additionalProperties: false }, (node, source) => {
    if (!isMap<Node, Node | null>(node))
      throw source.errorAt(node, `Expected a mapping with the keys ${valid.join(", ")}.`);
    const found: Partial<T> = {};
    readEach(node.items, (pair) => {
      const name = isScalar(pair.key) ? String(pair.key.value) : "";
      if (!Object.hasOwn(fields, name))
        throw source.errorAt(pair.key, `"${name}" is not a valid key. ${suggest(name, valid)}`);
      found[name as keyof T] = fields[name as keyof T](requireValue(pair, name, source), source);
    });
    return found;
  });
}

/** A mapping whose keys the user chooses; `name` reads each key. */
export function dictionary<T>(name: Reader<string>, value: Reader<T>): Reader<Record<string, T>> {
  const schema = {
    type: "object",
    ...(name.schema?.pattern !== undefined && { propertyNames: name.schema }),
    additionalProperties: value.schema ?? {},
  };
  return withSchema(schema, (node, source) => {
    if (!isMap<Node, Node | null>(node)) throw source.errorAt(node, "Expected a mapping.");
    // Without a prototype, __proto__ is an ordinary key.
    const found: Record<string, T> = Object.create(null);
    readEach(node.items, (pair) => {
      const key = name(pair.key, source);
      found[key] = value(requireValue(pair, key, source), source);
    });
    return found;
  });
}

function requireValue(
  { key, value }: Pair<Node, Node | null>,
  name: string,
  source: YamlSource,
): Node {
  if (value === null || (isScalar(value) && value.value === null))
    throw source.errorAt(key, `"${name}" has no value. Give it a value, or remove it.`);
  return value;
}

/** The maximum that one error shows. Beyond, the reader stops: a hostile text may have as many as characters. */
const MAX_MISTAKES = 10;

/** The mistakes of a text, so that one error shows all of them. */
class Mistakes extends UserError {
  readonly all: readonly UserError[];
  constructor(first: UserError, others: readonly UserError[]) {
    const all = [first, ...others];
    const more = all.length > MAX_MISTAKES ? ["… and more."] : [];
    super(
      first.code,
      [...all.slice(0, MAX_MISTAKES).map(({ message }) => message), ...more].join("\n"),
      first.exitCode,
    );
    this.all = all;
  }
}

/** The results of reading each item. Throws one error with the mistakes of all of them. */
function readEach<Item, T>(items: readonly Item[], read: (item: Item) => T): T[] {
  const results: T[] = [];
  const mistakes: UserError[] = [];
  for (const item of items) {
    try {
      results.push(read(item));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      mistakes.push(...(error instanceof Mistakes ? error.all : [error]));
      if (mistakes.length > MAX_MISTAKES) break;
    }
  }
  const [first, ...others] = mistakes;
  if (first === undefined) return results;
  throw others.length === 0 ? first : new Mistakes(first, others);
}
