/**
 * Reads JSON (RFC 8259) without losing a digit, and reports duplicate member names and the place of
 * each value.
 */
import { JsonReader, OPEN_BRACE, OPEN_BRACKET } from "./reader.ts";
import { type Duplicate, type Json, JsonError, type JsonPath } from "./values.ts";

export {
  Decimal,
  type Duplicate,
  isJsonObject,
  type Json,
  JsonError,
  type JsonObject,
  type JsonPath,
} from "./values.ts";
export { formatPath, stringifyJson } from "./write.ts";

/** Parses a text and reports its duplicate member names. Throws {@link JsonError}. */
export function readJson(text: string): { value: Json; duplicates: readonly Duplicate[] } {
  const reader = new JsonReader(text);
  const value = reader.value();
  reader.end();
  return { value, duplicates: reader.duplicates };
}

/** Throws {@link JsonError}. */
export function parseJson(text: string): Json {
  return readJson(text).value;
}

/** Returns undefined if the text is not JSON. */
export function jsonIn(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

/** Longest list we read, in MB. No app could show a longer one. */
const MAX_LIST_MB = 64;

/**
 * Reads an array from UTF-8 without a byte order mark, one element at a time, keeping none. Returns
 * false, without calling `element`, if the root is not an array. Throws {@link JsonError}, possibly
 * after some elements.
 */
export function readElements(
  bytes: Uint8Array,
  element: (value: Json, index: number, duplicates: readonly Duplicate[]) => void,
): boolean {
  const megabytes = Math.ceil(bytes.length / 2 ** 20);
  if (megabytes > MAX_LIST_MB)
    throw new JsonError(
      `${megabytes} MB, more than the ${MAX_LIST_MB} that are judged`,
      0,
      "bound",
    );
  const reader = new JsonReader(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  if (reader.peek() !== OPEN_BRACKET) return false;
  reader.elements((index) => {
    const value = reader.value();
    element(value, index, reader.duplicates.splice(0));
  });
  reader.end();
  return true;
}

/** Offsets of a value and of its member name; `name` equals `start` if the value is no member. */
interface Place {
  start: number;
  end: number;
  name: number;
}

/** Returns the place of the value at a path in a valid text, or undefined if there is none. */
export function locateJson(text: string, path: JsonPath): Place | undefined {
  const reader = new JsonReader(text);
  let found: Place | undefined;

  /** Reads one value and follows the rest of the path into it. */
  const descend = (depth: number, name?: number): void => {
    const code = reader.peek();
    const start = reader.position;
    const step = path[depth];
    const visit = (key: string | number, name?: number): void => {
      if (key === step) descend(depth + 1, name);
      else reader.value();
    };
    if (depth < path.length && code === OPEN_BRACKET) return reader.elements(visit);
    if (depth < path.length && code === OPEN_BRACE) return reader.members(visit);
    reader.value();
    if (depth === path.length) found = { start, end: reader.position, name: name ?? start };
  };
  descend(0);
  return found;
}
