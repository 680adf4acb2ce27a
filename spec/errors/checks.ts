/** Checks arguments and keys at run time, for JavaScript callers without type checks. */
import { inputError } from "./inputs.ts";
import { suggest } from "./suggest.ts";
import { shown } from "./user-error.ts";

/** Throws a UserError for an unknown option. `valid` lists the names, separated by spaces. */
export function checkNames(
  owner: string,
  options: unknown,
  valid: string,
  example = '{ scenario: "empty" }',
): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw inputError("bad-value", {
      flag: owner,
      expected: `an object such as ${example}`,
      value: shown(options),
    });
  const names = valid.split(" ");
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const suggestion = suggest(unknown, names);
  throw inputError("unknown-option", { owner, name: unknown, suggestion });
}

/** Throws a UserError unless the value is undefined or an integer from 0 to `max`. */
export function checkNumber(
  name: string,
  value: unknown,
  max: number = Number.MAX_SAFE_INTEGER,
): void {
  const isInRange = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
  if (value === undefined || isInRange) return;
  const expected = `an integer from 0 to ${max}`;
  throw inputError("bad-value", { flag: name, expected, value: shown(value) });
}

const KEY_PROBLEMS = [
  [/^$/, "it is empty"],
  [/[\r\n]/, "it has a line break"],
  [/\s/, "it has white space"],
  [/[^\x21-\x7e]/, "it has a character that is not visible ASCII"],
] as const;

/**
 * Returns the key if it can be sent as a bearer token. Throws a UserError that names the key's
 * source, never the key.
 */
export function usableKey(key: string, source: string): string {
  const found = KEY_PROBLEMS.find(([pattern]) => pattern.test(key));
  if (found !== undefined) throw inputError("bad-key", { source, problem: found[1] });
  return key;
}
