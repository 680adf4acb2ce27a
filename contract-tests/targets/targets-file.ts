/** `orders-kit.yaml`: the targets of a project by name. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMap, isScalar, type Node, type Scalar } from "yaml";
import { describeSystemError, USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { INT64_DESCRIPTION, isInt64, parseInt64 } from "../../spec/schema/int64.ts";
import {
  boolean,
  described,
  dictionary,
  type JsonSchema,
  list,
  mapping,
  type Reader,
  scalar,
  string,
  withSchema,
} from "../../spec/yaml/readers.ts";
import { valueNode, YamlSource } from "../../spec/yaml/source.ts";
import { TARGETS_FILE } from "./address.ts";
import { CONNECT_TO_DESCRIPTION, parseConnectTo } from "./connect-to.ts";
import { FILE_SETTINGS, type Setting, type TargetEntry } from "./settings.ts";
import { EMBEDDED, type Env } from "./target.ts";
import { unsetVariable, withVariables } from "./variables.ts";

/** Undefined when the folder has no such file. Throws a UserError with line, column and fix. */
export async function readTargetsFile(folder: string, env: Env): Promise<Map<string, TargetEntry> | undefined> {
  let yaml: string;
  try {
    yaml = await readFile(join(folder, TARGETS_FILE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw USER_ERRORS.unreadableTargets(TARGETS_FILE, describeSystemError(error));
  }
  return parseTargets(yaml, TARGETS_FILE, env);
}

export function parseTargets(yaml: string, file: string, env: Env): Map<string, TargetEntry> {
  const source = new YamlSource(yaml, file);
  if (source.root === null) return new Map();
  return targetsFile(env)(source.root, source).targets ?? new Map();
}

const targetsFile = (env: Env) => mapping<{ targets: Map<string, TargetEntry> }>({ targets: entries(env) });

const id = scalar(
  `an order id, ${INT64_DESCRIPTION}`,
  (value) => {
    const number = typeof value === "string" ? parseInt64(value) : value;
    return typeof number === "bigint" && isInt64(number) ? number : undefined;
  },
  { type: ["integer", "string"] },
);

const NO_URL = 'This target has no url. Add one, such as "url: https://host/v1".';

function entries(env: Env): Reader<Map<string, TargetEntry>> {
  const text = expanded(env);
  const readers: Readonly<Record<Exclude<Setting["kind"], "number">, Reader<unknown>>> = {
    text: string,
    expanded: text,
    boolean,
    ids: list(id),
    "host and port": connectTo(text),
    // A value is read where it is used, because an error here would show it.
    headers: dictionary(string, string),
  };
  const rows = Object.entries(FILE_SETTINGS).flatMap(([option, { kind, file, key = option }]) =>
    file === undefined || kind === "number" ? [] : [[key, described(file, readers[kind])]],
  );
  const read = mapping<Required<TargetEntry>>(Object.fromEntries(rows));
  return named(
    withSchema({ ...read.schema, required: ["url"], not: { required: ["keyEnv", "keyCommand"] } }, (node, source) => {
      const { url, ...rest } = read(node, source);
      if (url === undefined) throw source.errorAt(node, NO_URL);
      if (rest.keyEnv !== undefined && rest.keyCommand !== undefined)
        throw source.errorAt(
          valueNode(node, "keyCommand") ?? node,
          "This target has keyEnv too. Remove one of the two.",
        );
      return { url, ...rest };
    }),
  );
}

function connectTo(text: Reader<string>): Reader<string> {
  return withSchema(text.schema ?? {}, (node, source) => {
    const value = text(node, source);
    if (parseConnectTo(value) === undefined) throw source.errorAt(node, `Expected ${CONNECT_TO_DESCRIPTION}.`);
    return value;
  });
}

/** A mapping with any keys. */
function named<T>(value: Reader<T>): Reader<Map<string, T>> {
  return withSchema({ type: "object", additionalProperties: value.schema ?? {} }, (node, source) => {
    const read = new Map<string, T>();
    for (const { key, value: entry } of pairs(node, source)) read.set(key, value(entry, source));
    return read;
  });
}

function pairs(node: Node, source: YamlSource): { key: string; value: Node }[] {
  if (!isMap<Scalar, Node | null>(node)) throw source.errorAt(node, "Expected a mapping from names to targets.");
  return node.items.map(({ key, value }) => {
    const name = String(key.value);
    if (EMBEDDED.some((embedded) => embedded === name))
      throw source.errorAt(key, `"${name}" is a built-in target of orders-kit. Give this one another name.`);
    if (value === null || (isScalar(value) && value.value === null)) throw source.errorAt(key, NO_URL);
    return { key: name, value };
  });
}

/** Replaces `${NAME}` by environment variables. */
function expanded(env: Env): Reader<string> {
  return withSchema(string.schema ?? {}, (node, source) => {
    const text = string(node, source);
    const unset = unsetVariable(text, env);
    if (unset !== undefined)
      throw source.errorAt(node, `The variable ${unset} is not set. Set it, or write the value without a variable.`);
    return withVariables(text, env);
  });
}

/** The JSON Schema by which editors complete and check the file. */
export const TARGETS_SCHEMA: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "The targets of orders-kit",
  ...targetsFile({}).schema,
};
