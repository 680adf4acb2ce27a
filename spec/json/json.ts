/**
 * Reads and writes JSON (RFC 8259) without losing a digit.
 *
 * An integer becomes a `number` if a double holds it exactly, else a `bigint`; a number with a fraction or an exponent
 * becomes a {@link Decimal}, which keeps its text. Duplicate member names are reported.
 */
import { JsonReader, OPEN_BRACE, OPEN_BRACKET } from "./reader.ts";
import { type Duplicate, type Json, JsonError, type JsonPath } from "./value.ts";

export {
  Decimal,
  type Duplicate,
  formatPath,
  type Json,
  JsonError,
  type JsonObject,
  type JsonPath,
  stringifyJson,
} from "./value.ts";

/** The value of a text and its duplicate member names. Throws {@link JsonError}. */
export function readJson(text: string): { value: Json; duplicates: readonly Duplicate[] } {
  const reader = new JsonReader(text);
  const value = reader.value();
  reader.end();
  return { value, duplicates: reader.duplicates };
}

/** The value of a text. Throws {@link JsonError}. */
export function parseJson(text: string): Json {
  return readJson(text).value;
}

/** Megabytes of a list that is read: an app cannot show a longer one. */
const MAX_LIST_MB = 64;
const NONE: readonly Duplicate[] = [];

/**
 * Reads an array from UTF-8 without a byte order mark, element by element: none is kept. Returns false, without a call of
 * `element`, when the root is not an array. Throws {@link JsonError}, possibly after some elements.
 */
export function readElements(
  bytes: Uint8Array,
  element: (value: Json, index: number, duplicates: readonly Duplicate[]) => void,
): boolean {
  const megabytes = Math.ceil(bytes.length / 2 ** 20);
  if (megabytes > MAX_LIST_MB)
    throw new JsonError(`${megabytes} MB, more than the ${MAX_LIST_MB} that are judged`, 0, "size");
  const reader = new JsonReader(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
  if (reader.peek() !== OPEN_BRACKET) return false;
  reader.elements((index) => {
    const value = reader.value();
    element(value, index, reader.duplicates.length === 0 ? NONE : reader.duplicates.splice(0));
  });
  reader.end();
  return true;
}

/** The place of the value at a path in a valid text; undefined when there is none. */
export function locateJson(text: string, path: JsonPath): { start: number; end: number } | undefined {
  const reader = new JsonReader(text);
  let found: { start: number; end: number } | undefined;
  const descend = (depth: number): void => {
    const code = reader.peek();
    const start = reader.position;
    const step = path[depth];
    const visit = (key: string | number): void => {
      if (key === step) descend(depth + 1);
      else reader.value();
    };
    if (depth < path.length && code === OPEN_BRACKET) reader.elements(visit);
    else if (depth < path.length && code === OPEN_BRACE) {
      reader.position++;
      reader.members(visit);
    } else {
      reader.value();
      if (depth === path.length) found = { start, end: reader.position };
    }
  };
  descend(0);
  return found;
}
