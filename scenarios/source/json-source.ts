/** Reads JSON that a program wrote, without losing a digit. */
import { Decimal, type Json, JsonError, locateJson, readJson } from "../../spec/json/json.ts";
import {
  errorIn,
  mistakesIn,
  type Part,
  type Range,
  type Source,
  type SourcePath,
} from "./source.ts";

/** Errors name `file`. Throws a UserError if the text is not JSON or repeats a member name. */
export function jsonSource(text: string, file: string): Source {
  const locate = (path: SourcePath): Record<Part, Range> => {
    const found = locateJson(text.trim() === "" ? "{}" : text, path);
    if (found === undefined) return locate(path.slice(0, -1));
    const { start, end, name } = found;
    // The quotes belong to the name.
    return { value: [start, end], key: [name, name + JSON.stringify(path.at(-1) ?? "").length] };
  };
  return { value: parse(text, file), mistake: mistakesIn(text, file, locate) };
}

function parse(text: string, file: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    const { value, duplicates } = readJson(text);
    const [duplicate] = duplicates;
    if (duplicate === undefined) return withNumbers(value);
    const problem = `the name ${JSON.stringify(duplicate.name.slice(0, 40))} twice`;
    throw new JsonError(problem, duplicate.offset);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const { offset, problem } = error;
    throw errorIn({ text, file }, [offset, offset + 1], `This is not JSON: ${problem}.`);
  }
}

/** Converts Decimals to numbers. */
function withNumbers(value: Json): unknown {
  if (value instanceof Decimal) return Number(value.text);
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNumbers(one)]));
}
