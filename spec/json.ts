/**
 * JSON (RFC 8259) read and written without losing a digit.
 *
 * An integer token comes back as a `number` while a double holds it exactly, else as a `bigint`; a token with a fraction
 * or an exponent comes back as a {@link Decimal}, which keeps its text. Repeated member names are reported, not hidden.
 */
import { OPEN_BRACE, OPEN_BRACKET, Reader } from "./json-reader.ts";
import type { Duplicate, Json, JsonPath } from "./json-value.ts";

export {
  Decimal,
  type Duplicate,
  formatPath,
  type Json,
  JsonError,
  type JsonObject,
  type JsonPath,
  stringifyJson,
} from "./json-value.ts";

/** What a text holds, and the member names that it repeats. Throws {@link JsonError}. */
export function readJson(text: string): { value: Json; duplicates: readonly Duplicate[] } {
  const reader = new Reader(text);
  const value = reader.value();
  reader.end();
  return { value, duplicates: reader.duplicates };
}

/** The value of a text. Throws {@link JsonError}. */
export function parseJson(text: string): Json {
  return readJson(text).value;
}

/** Where the value at a path stands in a text that was read before, or undefined when nothing stands there. */
export function locateJson(text: string, path: JsonPath): { start: number; end: number } | undefined {
  const reader = new Reader(text);
  let found: { start: number; end: number } | undefined;
  const descend = (depth: number): void => {
    const code = reader.peek();
    const start = reader.at;
    const step = path[depth];
    const visit = (key: string | number): void => {
      if (key === step) descend(depth + 1);
      else reader.value();
    };
    if (depth < path.length && code === OPEN_BRACKET) reader.elements(visit);
    else if (depth < path.length && code === OPEN_BRACE) {
      reader.at++;
      reader.members(visit);
    } else {
      reader.value();
      if (depth === path.length) found = { start, end: reader.at };
    }
  };
  descend(0);
  return found;
}
