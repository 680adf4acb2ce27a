/** `orders-kit.yaml`: the targets of a project by name. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describeSystemError, USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { INT64_DESCRIPTION, parseInt64 } from "../../spec/schema/integers.ts";
import {
  boolean,
  described,
  dictionary,
  type JsonSchema,
  list,
  mapping,
  name,
  type Reader,
  scalar,
  string,
  withSchema,
} from "../../spec/yaml/readers.ts";
import { valueNode, YamlSource } from "../../spec/yaml/source.ts";
import { TARGETS_FILE, unsetVariable, VARIABLE } from "./address.ts";
import { SETTINGS, type Setting, type TargetEntry } from "./settings.ts";
import { type Env, isEmbedded } from "./target.ts";

/** Undefined when the folder has no such file. Throws a UserError with line, column and fix. */
export async function readTargetsFile(
  folder: string,
  env: Env,
): Promise<Map<string, TargetEntry> | undefined> {
  let yaml: string;
  try {
    yaml = await readFile(join(folder, TARGETS_FILE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw USER_ERRORS.unreadableTargets(TARGETS_FILE, describeSystemError(error));
  }
  return parseTargets(yaml, env);
}

export function parseTargets(yaml: string, env: Env): Map<string, TargetEntry> {
  const source = new YamlSource(yaml, TARGETS_FILE);
  if (source.root === null) return new Map();
  return new Map(Object.entries(targetsFile(env)(source.root, source).targets ?? {}));
}

const targetsFile = (env: Env) =>
  mapping<{ targets: Record<string, TargetEntry> }>({
    targets: dictionary(targetName, targetEntry(env)),
  });

const targetName: Reader<string> = (node, source) => {
  const read = name(node, source);
  if (isEmbedded(read))
    throw source.errorAt(
      node,
      `"${read}" is a built-in target of orders-kit. Give this one another name.`,
    );
  return read;
};

function targetEntry(env: Env): Reader<TargetEntry> {
  const text = expanded(env);
  const readers: Readonly<Partial<Record<Setting["kind"], Reader<unknown>>>> = {
    text: string,
    expanded: text,
    boolean,
    ids: list(id),
    number: seconds,
    // A value is read where it is used, because an error here would show it.
    headers: dictionary(string, string),
  };
  const rows = Object.entries<Setting>(SETTINGS).flatMap(
    ([option, { kind, file, key = option }]) => {
      const reader = readers[kind];
      return file === undefined || reader === undefined ? [] : [[key, described(file, reader)]];
    },
  );
  const read = mapping<Required<TargetEntry>>(Object.fromEntries(rows));
  return withSchema(
    { ...read.schema, required: ["url"], not: { required: ["keyEnv", "keyCommand"] } },
    (node, source) => {
      const { url, ...rest } = read(node, source);
      if (url === undefined)
        throw source.errorAt(
          node,
          'This target has no url. Add one, such as "url: https://host/v1".',
        );
      if (rest.keyEnv !== undefined && rest.keyCommand !== undefined)
        throw source.errorAt(
          valueNode(node, "keyCommand") ?? node,
          "This target has keyEnv too. Remove one of the two.",
        );
      return { url, ...rest };
    },
  );
}

const seconds = scalar(
  "a number of seconds above 0",
  (value) => {
    const number = typeof value === "bigint" ? Number(value) : value;
    return typeof number === "number" && number > 0 ? number : undefined;
  },
  { type: "number", exclusiveMinimum: 0 },
);

const id = scalar(
  `an order id, ${INT64_DESCRIPTION}`,
  // 17.0 is a number.
  (value) =>
    typeof value === "string" || typeof value === "bigint" ? parseInt64(String(value)) : undefined,
  { type: ["integer", "string"] },
);

/** Replaces `${NAME}` by environment variables. */
function expanded(env: Env): Reader<string> {
  return withSchema(string.schema ?? {}, (node, source) => {
    const text = string(node, source);
    const unset = unsetVariable(text, env);
    if (unset !== undefined)
      throw source.errorAt(
        node,
        `The variable ${unset} is not set. Set it, or write the value without a variable.`,
      );
    return text.replace(VARIABLE, (_, variable: string) => env[variable] ?? "");
  });
}

/** The JSON Schema by which editors complete and check the file. */
export const TARGETS_SCHEMA: JsonSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "The targets of orders-kit",
  ...targetsFile({}).schema,
};
