/** Reads values out of YAML text and, where one is wrong, says where and how to put it right. */
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { PROBLEMS, suggest, type UserError } from "./problems.ts";

/** The part of JSON Schema (draft 2020-12) that describes what a reader takes. */
export type Schema = { readonly [keyword: string]: unknown };

/** Reads one value: from the node that holds it, or from nothing where the file has none. A schema says the same to editors. */
export interface Read<T> {
  (node: Node, source: YamlSource): T;
  readonly schema?: Schema;
}

/** A reader and the schema of what it takes. */
export function reader<T>(schema: Schema, read: (node: Node, source: YamlSource) => T): Read<T> {
  return Object.assign((node: Node, source: YamlSource) => read(node, source), { schema });
}

/** The same reader with a sentence for editors. */
export function about<T>(description: string, read: Read<T>): Read<T> {
  return reader({ ...read.schema, description }, read);
}

/** What users do to YAML most often. */
const WORDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: "This key stands here a second time. Leave one of them out.",
  MULTIPLE_DOCS: "A second document begins here. Leave it out, with the line that parts them.",
  TAB_AS_INDENT: "A tab indents this line. YAML takes spaces.",
};

const sentence = ({ message }: { readonly message: string }): string => `${message.replace(/\.$/, "")}.`;

/** A YAML text and the name that its errors give it. */
export class YamlSource {
  readonly root: Node | null;
  private readonly text: string;
  private readonly file: string;
  private readonly lines = new LineCounter();

  /** Throws a UserError when the text is not YAML. */
  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
    const document = parseDocument(text, { lineCounter: this.lines, intAsBigInt: true, prettyErrors: false });
    const error = document.errors[0] ?? document.warnings[0];
    if (error !== undefined)
      throw this.problem(error.pos[0], WORDS[error.code] ?? `This is not YAML: ${sentence(error)}`);
    this.root = document.contents;
  }

  /** The error for what stands at a node, or at an offset; `problem` follows the place, "file:3:5 …". */
  problem(at: Node | number, problem: string): UserError {
    const [start, end] = typeof at === "number" ? [at, at + 1] : (at.range ?? [0, 1]);
    const { line, col } = this.lines.linePos(start);
    const shown = this.text.split("\n")[line - 1] ?? "";
    const width = Math.max(1, Math.min(end - start, shown.length - col + 1));
    const margin = " ".repeat(String(line).length);
    const caret = `${" ".repeat(col - 1)}${"^".repeat(width)}`;
    return PROBLEMS.badFile(`${this.file}:${line}:${col}`, problem, `${line} | ${shown}\n${margin} | ${caret}`);
  }
}

/** A value by itself, when it passes; `wanted` completes "takes …". */
export function scalar<T>(wanted: string, convert: (value: unknown) => T | undefined, schema: Schema = {}): Read<T> {
  return reader(schema, (node, source) => {
    const value = isScalar(node) ? convert(node.value) : undefined;
    if (value === undefined) throw source.problem(node, `This takes ${wanted}.`);
    return value;
  });
}

export const text = scalar("a text", (value) => (typeof value === "string" ? value : undefined), { type: "string" });
export const flag = scalar("true or false", (value) => (typeof value === "boolean" ? value : undefined), {
  type: "boolean",
});

/** An integer within limits, as a number. */
export function integer(least: number, greatest: number): Read<number> {
  const schema = { type: "integer", minimum: least, maximum: greatest };
  const convert = (value: unknown): number | undefined =>
    typeof value === "bigint" && value >= least && value <= greatest ? Number(value) : undefined;
  return scalar(`an integer from ${least} to ${greatest}`, convert, schema);
}

/** A number from 0 to 1. */
export const share = scalar(
  "a share from 0 to 1",
  (value) => {
    const number = typeof value === "bigint" ? Number(value) : value;
    return typeof number === "number" && number >= 0 && number <= 1 ? number : undefined;
  },
  { type: "number", minimum: 0, maximum: 1 },
);

export function oneOf<const T extends string>(names: readonly T[]): Read<T> {
  return reader({ enum: names }, (node, source) => {
    const value = isScalar(node) ? node.value : undefined;
    const found = names.find((name) => name === value);
    if (found === undefined)
      throw source.problem(node, `"${value}" is none of the values here. ${suggest(String(value ?? ""), names)}`);
    return found;
  });
}

export function list<T>(element: Read<T>): Read<T[]> {
  return reader({ type: "array", items: element.schema ?? {} }, (node, source) => {
    if (!isSeq<Node>(node)) throw source.problem(node, "This takes a list.");
    return node.items.map((item) => element(item, source));
  });
}

/** A mapping with these keys, none of them required; what the file leaves out is left out. */
export function mapping<T extends object>(fields: { readonly [Key in keyof T]-?: Read<T[Key]> }): Read<Partial<T>> {
  const valid = Object.keys(fields);
  const properties = Object.fromEntries(valid.map((name) => [name, fields[name as keyof T].schema ?? {}]));
  return reader({ type: "object", properties, additionalProperties: false }, (node, source) => {
    if (!isMap<Node, Node | null>(node))
      throw source.problem(node, `This takes a mapping. Its keys: ${valid.join(", ")}.`);
    const found: Partial<T> = {};
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : "";
      if (!Object.hasOwn(fields, name)) throw source.problem(key, `"${name}" is no key here. ${suggest(name, valid)}`);
      if (value === null || (isScalar(value) && value.value === null))
        throw source.problem(key, `"${name}" has no value. Give it one, or leave it out.`);
      found[name as keyof T] = fields[name as keyof T](value, source);
    }
    return found;
  });
}

/** A mapping whose keys the user chooses; `name` reads each key, and says what is wrong with it. */
export function dictionary<T>(name: Read<string>, value: Read<T>): Read<Record<string, T>> {
  return reader({ type: "object", additionalProperties: value.schema ?? {} }, (node, source) => {
    if (!isMap<Node, Node | null>(node)) throw source.problem(node, "This takes a mapping.");
    // Without a prototype: a key may be any word, __proto__ too.
    const found: Record<string, T> = Object.create(null);
    for (const { key, value: member } of node.items) {
      const read = name(key, source);
      if (member === null || (isScalar(member) && member.value === null))
        throw source.problem(key, `"${read}" has no value. Give it one, or leave it out.`);
      found[read] = value(member, source);
    }
    return found;
  });
}

/** What stands under a key of a mapping; undefined where there is none. */
export function memberOf(node: Node, name: string): Node | undefined {
  return isMap<Node, Node | null>(node) ? ((node.get(name, true) as Node | null | undefined) ?? undefined) : undefined;
}
