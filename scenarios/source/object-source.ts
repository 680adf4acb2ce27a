/** Reads an object of a program. Errors show the path of a mistake: `orders.list[0].stat`. */
import { inputError } from "../../spec/errors/inputs.ts";
import type { UserError } from "../../spec/errors/user-error.ts";
import { formatPath } from "../../spec/json/json.ts";
import type { Path, Source } from "./source.ts";

/** `name` is that of the object in errors. Throws a UserError for a number that has lost digits. */
export function objectSource(given: unknown, name: string): Source {
  return {
    value: exactCopy(given, [], name),
    mistake: (path, _, problem) => ({ offset: 0, error: errorAt(path, problem, name) }),
  };
}

/** How deep values may be nested: an object may have itself in it. */
const MAX_DEPTH = 100;

/** A copy without what JSON leaves out. Throws a UserError for a number that has lost digits: as an id it is that of another order. */
export function exactCopy(value: unknown, path: Path = [], name = ""): unknown {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const problem = `${value} has lost digits. Write it as a string of digits, or a bigint.`;
    throw errorAt(path, problem, name);
  }
  if (path.length > MAX_DEPTH) throw errorAt(path.slice(0, 3), "This is nested too deep.", name);
  if (Array.isArray(value)) return value.map((one, at) => exactCopy(one, [...path, at]));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(members.map(([key, one]) => [key, exactCopy(one, [...path, key])]));
}

function errorAt(path: Path, problem: string, name: string): UserError {
  return inputError("bad-object", { place: formatPath(path) || name, problem });
}
