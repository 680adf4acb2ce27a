/** Reads an object of a program as the text that it would be in a file: what JSON leaves out is left out. */
import { inputError } from "../../spec/errors/inputs.ts";
import { formatPath, stringifyJson } from "../../spec/json/json.ts";
import { jsonSource } from "./json-source.ts";
import type { Source } from "./source.ts";

/** `name` is that of the object in errors, which show the path of a mistake: `orders.list[0].stat`. */
export function objectSource(given: unknown, name: string): Source {
  const { value } = jsonSource(stringifyJson(given), name);
  const mistake: Source["mistake"] = (path, _part, problem) => ({
    offset: 0,
    error: inputError("bad-object", { place: formatPath(path) || name, problem }),
  });
  return { value, mistake };
}
