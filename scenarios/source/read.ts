/**
 * Validates the value of a text with a schema. One error shows all mistakes, in the order of the
 * text.
 */
import * as v from "valibot";
import { suggest } from "../../spec/errors/suggest.ts";
import { UserError } from "../../spec/errors/user-error.ts";
import { VALID_KEYS_SEPARATOR } from "./schemas.ts";
import type { Mistake, Source } from "./source.ts";

/**
 * How many mistakes one error shows, and how many we locate: a hostile text may have one per
 * character.
 */
const SHOWN = 10;
const LOCATED = 50;

type Issue = v.BaseIssue<unknown>;

/** For keys that belong elsewhere, what to write instead. */
type KeysElsewhere = Readonly<Record<string, string>>;

/**
 * An empty text is read as an empty mapping. Throws a UserError with the place of each mistake and
 * the fix.
 */
export function read<T>(
  source: Source,
  schema: v.GenericSchema<unknown, T>,
  elsewhere: KeysElsewhere = {},
): T {
  const value = source.value === undefined ? {} : source.value;
  const { success, output, issues } = v.safeParse(schema, value, { abortPipeEarly: true });
  if (success) return output;

  const mistakes = issues
    .slice(0, LOCATED)
    .map((issue) => mistakeOf(issue, source, elsewhere))
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ error }) => error);
  const [first] = mistakes as [UserError];

  // An alias repeats the mistakes of its anchor.
  const messages = [...new Set(mistakes.map(({ message }) => message))];
  if (messages.length > SHOWN) messages.splice(SHOWN, messages.length, "… and more.");
  throw new UserError({ code: first.code, message: messages.join("\n") });
}

function mistakeOf(issue: Issue, source: Source, elsewhere: KeysElsewhere): Mistake {
  const { path, input, type, message } = furthest(issue);
  const last = path.at(-1);
  const keys = path.map((item) => item.key as string | number);

  const name = String(last?.key ?? "");
  if (type === "never" || (type === "raw_check" && last?.origin === "key")) {
    const valid = message.split(VALID_KEYS_SEPARATOR);
    const fix = Object.hasOwn(elsewhere, name) ? elsewhere[name] : suggest(name, valid);
    return source.mistake(keys, "key", `"${name}" is not a valid key. ${fix}`);
  }
  if (last !== undefined && last.type !== "array" && input === null)
    return source.mistake(keys, "key", `"${name}" has no value. Give it a value, or remove it.`);
  // A missing key has no place of its own.
  const part = last?.origin === "key" && input !== undefined ? "key" : "value";
  return source.mistake(keys, part, message);
}

/** Returns the issue of the union's alternative that got furthest into the value. */
function furthest(
  issue: Issue,
  before: readonly v.IssuePathItem[] = [],
): Pick<Issue, "input" | "type" | "message"> & { path: readonly v.IssuePathItem[] } {
  const path = [...before, ...(issue.path ?? [])];
  const inside = issue.issues?.find(({ path = [] }) => path.length > 0) ?? issue.issues?.[0];
  return inside === undefined ? { ...issue, path } : furthest(inside, path);
}
