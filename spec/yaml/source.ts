/** A parsed YAML or JSON text, and errors that point at a place in it. */
import { isCollection, type Node, parseDocument } from "yaml";
import { USER_ERRORS, type UserError } from "../errors/user-errors.ts";
import { JsonError, readJson } from "../json/json.ts";

/** Messages for the most frequent mistakes, by the error code of the `yaml` package. */
const MESSAGES: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: "This key is a duplicate. Remove one of the two.",
  MULTIPLE_DOCS: "A second document begins here. Remove it, and the line that separates the two.",
  TAB_AS_INDENT: "This line is indented with a tab. Use spaces.",
};

const sentence = ({ message }: { readonly message: string }): string =>
  `${message.replace(/\.$/, "")}.`;

/** UTF-16 units of a text, and how deep its values may be nested: beyond, the parser takes too long, or ends the process. */
const MAX_LENGTH = 1 << 20;
const MAX_DEPTH = 500;
/** Units of a line that an error shows before and after its place. */
const SHOWN_AROUND = 100;

/** A YAML text, or a JSON text, and the name that its errors give it. */
export class YamlSource {
  readonly root: Node | null;
  private readonly text: string;
  private readonly file: string;

  /** Throws a UserError when the text is not in the syntax, is too long, or too deeply nested. */
  constructor(text: string, file: string, syntax: "yaml" | "json" = "yaml") {
    this.text = text;
    this.file = file;
    const problem = sizeProblem(text);
    if (problem !== undefined) throw this.errorAt(0, problem);
    if (syntax === "json" && text.trim() !== "") this.checkJson();
    // Names that are unique in JSON, of which there may be many, are not compared again.
    const document = parseDocument(text, {
      intAsBigInt: true,
      prettyErrors: false,
      uniqueKeys: syntax === "yaml",
    });
    const error = document.errors[0] ?? document.warnings[0];
    if (error !== undefined)
      throw this.errorAt(
        error.pos[0],
        MESSAGES[error.code] ?? `This is not YAML: ${sentence(error)}`,
      );
    this.root = document.contents;
  }

  /** All JSON is YAML too, and is read as such: then its values have places. */
  private checkJson(): void {
    try {
      const [duplicate] = readJson(this.text).duplicates;
      if (duplicate === undefined) return;
      throw new JsonError(
        `the name ${JSON.stringify(duplicate.name.slice(0, 40))} twice`,
        duplicate.offset,
      );
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      throw this.errorAt(error.offset, `This is not JSON: ${error.problem}.`);
    }
  }

  /** The error for a node or an offset: `file:3:5`, the message, and the line with a caret below the place. */
  errorAt(place: Node | number, message: string): UserError {
    const [start, end] = typeof place === "number" ? [place, place + 1] : (place.range ?? [0, 1]);
    const before = this.text.slice(0, start).split("\n");
    const [line, col] = [before.length, before.at(-1)!.length + 1];
    const whole = this.text.slice(start - col + 1).split(/\r?\n/, 1)[0] ?? "";
    const from = Math.max(0, col - 1 - SHOWN_AROUND);
    const shown = whole.slice(from, col - 1 + SHOWN_AROUND);
    const width = Math.max(1, Math.min(end - start, shown.length - (col - 1 - from)));
    const margin = " ".repeat(String(line).length);
    const caret = `${" ".repeat(col - 1 - from)}${"^".repeat(width)}`;
    return USER_ERRORS.badFile(
      `${this.file}:${line}:${col}`,
      message,
      `${line} | ${shown}\n${margin} | ${caret}`,
    );
  }
}

/** Counts brackets and marks of lists and keys, in texts and comments too: far more than a file for people has. */
function sizeProblem(text: string): string | undefined {
  if (text.length > MAX_LENGTH)
    return `This is longer than ${MAX_LENGTH.toLocaleString("en")} characters. Shorten it.`;
  let depth = 0;
  let deepest = 0;
  for (const [mark] of text.matchAll(/[[\]{}]|(?:[-?][ \t]+)+/g)) {
    if (mark === "[" || mark === "{") depth++;
    else if (mark === "]" || mark === "}") depth = Math.max(0, depth - 1);
    deepest = Math.max(deepest, depth, mark.length / 2);
  }
  return deepest > MAX_DEPTH
    ? `Values are nested deeper than ${MAX_DEPTH}. Nest them less.`
    : undefined;
}

/** The node at a path of keys and indices; undefined where there is none. */
export function valueNode(
  node: Node | null,
  ...path: readonly (string | number)[]
): Node | undefined {
  return isCollection(node)
    ? ((node.getIn(path, true) as Node | null | undefined) ?? undefined)
    : undefined;
}
