/** `orders-kit.yaml`: the targets of a project by name, with where their key is and which orders they hand over. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMap, isScalar, type Node, type Scalar } from "yaml";
import { INT64_WORDS, isInt64, parseInt64 } from "../spec/int64.ts";
import { causeOf, PROBLEMS } from "../spec/problems.ts";
import { flag, list, mapping, type Read, scalar, text, YamlSource } from "../spec/yaml-reader.ts";

export const TARGETS_FILE = "orders-kit.yaml";

/** Names that mean something without the file. */
const EMBEDDED = ["mock", "msw"];

export interface TargetEntry {
  readonly url: string;
  /** The environment variable that holds the key. */
  readonly keyEnv?: string;
  readonly pending?: readonly bigint[];
  readonly shipped?: readonly bigint[];
  /** A command that prepares orders and prints `{"pending":[…],"shipped":[…]}`. */
  readonly setup?: string;
  /** A command that runs at the end, whatever happened. */
  readonly teardown?: string;
  readonly readOnly?: boolean;
  readonly production?: boolean;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The targets of the file in a folder; undefined when there is no such file. Throws a UserError with the place and the fix. */
export async function readTargetsFile(folder: string, env: Env): Promise<Map<string, TargetEntry> | undefined> {
  let yaml: string;
  try {
    yaml = await readFile(join(folder, TARGETS_FILE), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw PROBLEMS.unreadableTargets(TARGETS_FILE, causeOf(error));
  }
  return parseTargets(yaml, TARGETS_FILE, env);
}

export function parseTargets(yaml: string, file: string, env: Env): Map<string, TargetEntry> {
  const source = new YamlSource(yaml, file);
  if (source.root === null) return new Map();
  const { targets = new Map() } = mapping<{ targets: Map<string, TargetEntry> }>({ targets: entries(env) })(
    source.root,
    source,
  );
  return targets;
}

const id = scalar(`an order id, ${INT64_WORDS}`, (value) => {
  const number = typeof value === "string" ? parseInt64(value) : value;
  return typeof number === "bigint" && isInt64(number) ? number : undefined;
});

const NO_URL = 'This target has no url. Add one, such as "url: https://host/v1".';

function entries(env: Env): Read<Map<string, TargetEntry>> {
  const read = mapping<Required<TargetEntry>>({
    url: address(env),
    keyEnv: text,
    pending: list(id),
    shipped: list(id),
    setup: text,
    teardown: text,
    readOnly: flag,
    production: flag,
  });
  return named((node, source) => {
    const { url, ...rest } = read(node, source);
    if (url === undefined) throw source.problem(node, NO_URL);
    return { url, ...rest };
  });
}

/** A mapping whose keys are names that the user chose. */
function named<T>(value: Read<T>): Read<Map<string, T>> {
  return (node, source) => {
    const read = new Map<string, T>();
    for (const { key, value: entry } of pairs(node, source)) read.set(key, value(entry, source));
    return read;
  };
}

function pairs(node: Node, source: YamlSource): { key: string; value: Node }[] {
  if (!isMap<Scalar, Node | null>(node)) throw source.problem(node, "This takes a mapping from names to targets.");
  return node.items.map(({ key, value }) => {
    const name = String(key.value);
    if (EMBEDDED.includes(name))
      throw source.problem(key, `"${name}" is the target that orders-kit brings. Give this one another name.`);
    if (value === null || (isScalar(value) && value.value === null)) throw source.problem(key, NO_URL);
    return { key: name, value };
  });
}

/** An address in which `${NAME}` stands for an environment variable. */
function address(env: Env): Read<string> {
  return (node, source) =>
    text(node, source).replace(/\$\{(\w+)\}/g, (_, name: string) => {
      const value = env[name];
      if (!value) throw source.problem(node, `The variable ${name} is not set. Set it, or write the address out.`);
      return value;
    });
}
