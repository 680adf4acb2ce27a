/** Reads an object from a program. Errors show the path of a mistake: `orders.list[0].stat`. */
import { inputError } from "../../spec/errors/inputs.ts";
import type { UserError } from "../../spec/errors/user-error.ts";
import { formatPath } from "../../spec/json/json.ts";
import type { Source, SourcePath } from "./source.ts";

/** Errors call the object `name`. Throws a UserError for a number that has lost digits. */
export function objectSource(given: unknown, name: string): Source {
  return {
    value: exactCopy(given, [], name),
    mistake: (path, _, problem) => ({ offset: 0, error: errorAt(path, problem, name) }),
  };
}

/** Maximum nesting of values, because an object may contain itself. */
const MAX_OBJECT_DEPTH = 100;

/**
 * Copies a value without what JSON leaves out. Throws a UserError for a number that has lost
 * digits, because as an id it would name another order.
 */
export function exactCopy(value: unknown, path: SourcePath = [], name = ""): unknown {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const problem = `${value} has lost digits. Write it as a string of digits, or a bigint.`;
    throw errorAt(path, problem, name);
  }
  if (path.length > MAX_OBJECT_DEPTH)
    throw errorAt(path.slice(0, 3), "This is nested too deep.", name);
  if (Array.isArray(value)) return value.map((one, at) => exactCopy(one, [...path, at]));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(members.map(([key, one]) => [key, exactCopy(one, [...path, key])]));
}

function errorAt(path: SourcePath, problem: string, name: string): UserError {
  return inputError("bad-object", { place: formatPath(path) || name, problem });
}
