/** Reads YAML that a person wrote, with the place of each value. Anchors, aliases and merge keys are read too. */
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
import { errorIn, mistakesIn, type Path, type Range, type Source } from "./source.ts";

/** The maximum number of signs and lines that separate values: a snapshot of the maximum length has less. Each costs time and memory. */
const MAX_SEPARATORS = 800_000;

/** How deep values may be nested: beyond, the package takes too long, or ends the process. */
const MAX_DEPTH = 500;

const START: Range = [0, 1];

const sentence = ({ message }: { readonly message: string }): string =>
  message.replace(/\.?$/, ".");

/** Messages for the most frequent mistakes, by the error code of the `yaml` package. */
const MESSAGES: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "A second document begins here. Remove it, and the line that separates the two.",
  TAB_AS_INDENT: "This line is indented with a tab. Use spaces.",
};

/** `file` is the name of the text in errors. Throws a UserError for text that is not YAML, is too long, or too deeply nested. */
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
  if (isDeeperThan(text, MAX_DEPTH))
    fail(START, `Values are nested deeper than ${MAX_DEPTH}. Nest them less.`);
  // The line would be shown without these characters.
  if (text.includes("\0"))
    throw errorIn({ text: "", file }, START, "This is UTF-16 without a mark. Save it as UTF-8.");

  // The package would compare each key of a mapping with all others: duplicateKey does not.
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

/** Counts brackets and marks of lists and keys, in texts and comments too: far more than a file for people has. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/[[\]{}]|(?:[-?][ \t]+)+/g)) {
    if (mark === "[" || mark === "{") depth++;
    else if (mark === "]" || mark === "}") depth = Math.max(0, depth - 1);
    if (Math.max(depth, mark.length / 2) > limit) return true;
  }
  return false;
}

/** The second of two keys of one mapping that are the same. */
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

/** Returns undefined for an empty document. An alias without an anchor, or with too many copies, is an error. */
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

/** The node at a path, or the nearest one around it, with the key that leads to it. Aliases are followed. */
function nodeAt(document: Document, path: Path): { key?: Node; value: Node | null } {
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
