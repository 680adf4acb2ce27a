/**
 * Reads YAML that a person wrote, with the place of each value. Supports anchors, aliases and merge
 * keys.
 */
import {
  type Document,
  isAlias,
  isCollection,
  isPair,
  isScalar,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from "yaml";
import { MAX_FILE_LENGTH } from "../limits.ts";
import { errorIn, mistakesIn, type Range, type Source, type SourcePath } from "./source.ts";

/**
 * Maximum number of characters and lines that separate values, each of which costs time and memory.
 * A saved scenario of maximum length has fewer.
 */
const MAX_SEPARATORS = 800_000;

/** Maximum nesting of values; beyond it, the yaml package takes too long or crashes the process. */
const MAX_YAML_DEPTH = 500;

const START: Range = [0, 1];

const sentence = ({ message }: { readonly message: string }): string =>
  message.replace(/\.?$/, ".");

/** Messages for the most frequent mistakes, by error code of the yaml package. */
const MESSAGES: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "A second document begins here. Remove it, and the line that separates the two.",
  TAB_AS_INDENT: "This line is indented with a tab. Use spaces.",
};

/**
 * Errors name `file`. Throws a UserError if the text is not YAML, is too long, or is nested too
 * deeply.
 */
export function yamlSource(text: string, file: string): Source {
  const fail = (range: Range, message: string): never => {
    throw errorIn({ text, file }, range, message);
  };
  if (text.length > MAX_FILE_LENGTH)
    fail(
      START,
      `This is longer than ${MAX_FILE_LENGTH.toLocaleString("en")} characters. Shorten it.`,
    );
  if (separatorsIn(text) > MAX_SEPARATORS) fail(START, "This has too many values. Shorten it.");
  if (isDeeperThan(text, MAX_YAML_DEPTH))
    fail(START, `Values are nested deeper than ${MAX_YAML_DEPTH}. Nest them less.`);
  // The excerpt would lack the NUL characters, so show none.
  if (text.includes("\0"))
    throw errorIn({ text: "", file }, START, "This is UTF-16 without a mark. Save it as UTF-8.");

  // The yaml package would compare each key of a mapping with all others; duplicateKey does not.
  const document = parseDocument(text, {
    intAsBigInt: true,
    merge: true,
    prettyErrors: false,
    uniqueKeys: false,
  });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined)
    fail(
      [problem.pos[0], problem.pos[0] + 1],
      MESSAGES[problem.code] ?? `This is not YAML: ${sentence(problem)}`,
    );
  const duplicate = duplicateKey(document);
  if (duplicate !== undefined)
    fail(rangeOf(duplicate), "This key is a duplicate. Remove one of the two.");

  return {
    value: valueIn(document, fail),
    mistake: mistakesIn(text, file, (path) => {
      const { key, value } = nodeAt(document, path);
      return { value: rangeOf(value), key: rangeOf(key ?? value) };
    }),
  };
}

function separatorsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (SEPARATORS.has(text.charCodeAt(at))) count++;
  return count;
}

const SEPARATORS: ReadonlySet<number> = new Set([..."\n,:[{"].map((sign) => sign.charCodeAt(0)));

/**
 * Counts brackets and markers of lists and keys, even in texts and comments; no file that people
 * write comes close to the limit.
 */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/[[\]{}]|(?:[-?][ \t]+)+/g)) {
    if (mark === "[" || mark === "{") depth++;
    else if (mark === "]" || mark === "}") depth = Math.max(0, depth - 1);
    if (Math.max(depth, mark.length / 2) > limit) return true;
  }
  return false;
}

/** Returns the second of two equal keys in one mapping. */
function duplicateKey(document: Document): Node | undefined {
  let found: Node | undefined;
  visit(document, {
    Map(_key, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (names.has(name)) {
          found = key as Node;
          return visit.BREAK;
        }
        names.add(name);
      }
      return undefined;
    },
  });
  return found;
}

/**
 * Returns undefined for an empty document. Fails for an alias without an anchor or with too many
 * copies.
 */
function valueIn(document: Document, fail: (range: Range, message: string) => never): unknown {
  if (document.contents === null) return undefined;
  try {
    return document.toJS({
      reviver: (_key, value) => (isSafeInteger(value) ? Number(value) : value),
    });
  } catch (error) {
    let place: Node | null = document.contents;
    visit(document, {
      Alias(_key, alias) {
        if (alias.resolve(document) !== undefined) return undefined;
        place = alias;
        return visit.BREAK;
      },
    });
    return fail(rangeOf(place), `This alias cannot be read: ${sentence(error as Error)}`);
  }
}

const isSafeInteger = (value: unknown): boolean =>
  typeof value === "bigint" && Number.isSafeInteger(Number(value));

/**
 * Returns the node at a path, or the nearest one around it, and the key that leads to it. Follows
 * aliases.
 */
function nodeAt(document: Document, path: SourcePath): { key?: Node; value: Node | null } {
  let found: { key?: Node; value: Node | null } = { value: document.contents };
  for (const step of path) {
    const { value } = found;
    const node = isAlias(value) ? value.resolve(document) : value;
    const items = isCollection(node) ? (node.items as (Node | Pair<Node, Node>)[]) : [];
    const item = items.find((item, index) => {
      const key = isPair(item) ? isScalar(item.key) && item.key.value : index;
      return String(key) === String(step);
    });
    if (item === undefined) return { value };
    found = isPair(item) ? (item as Pair<Node, Node>) : { value: item };
  }
  return found;
}

function rangeOf(node: Node | null | undefined): Range {
  const [start, end] = node?.range ?? START;
  return [start, end];
}
