import fc from "fast-check";
import { expect, test } from "playwright/test";
import { type Json, JsonError, readJson } from "./json.ts";
import { readElements } from "./json-elements.ts";

interface Outcome {
  readonly seen: readonly Json[];
  readonly duplicates: readonly unknown[];
  readonly error?: { readonly message: string; readonly offset: number };
}

function inWindows(text: string, window?: number): Outcome {
  const seen: Json[] = [];
  const duplicates: unknown[] = [];
  try {
    readElements(
      new TextEncoder().encode(text),
      (value, _, repeated) => {
        seen.push(value);
        duplicates.push(...repeated);
      },
      window,
    );
    return { seen, duplicates };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { seen, duplicates, error: { message: error.message, offset: error.offset } };
  }
}

function atOnce(text: string): Outcome {
  try {
    const { value, duplicates } = readJson(text);
    return { seen: value as Json[], duplicates };
  } catch (error) {
    const { message, offset } = error as JsonError;
    return { seen: [], duplicates: [], error: { message, offset } };
  }
}

test("reads a list element by element, and says where the text breaks", () => {
  expect(inWindows(' [ {"id":1} , 2 ,"x"] ').seen).toEqual([{ id: 1 }, 2, "x"]);
  const text = '[{"id":1},{"id":2},{"id"';
  expect(inWindows(text).error?.offset).toBe(text.length);
  expect(readElements(new TextEncoder().encode('{"data":[]}'), () => {})).toBe(false);
  expect(readElements(new Uint8Array(), () => {})).toBe(false);
});

const lists = fc
  .array(fc.jsonValue(), { maxLength: 12 })
  .chain((list) =>
    fc.constantFrom(JSON.stringify(list), JSON.stringify(list, undefined, 2), ` ${JSON.stringify(list)}\n`),
  );

test("windows of any size show what the whole text holds", () => {
  const odd = fc.constantFrom('[12345678901234567890,1.50,-0,{"é":"𝒳","é":"𝒴"},"\ufeff"]', "[]", "[ ]", "[[[]]]");
  fc.assert(
    fc.property(fc.oneof(lists, odd), fc.integer({ min: 1, max: 60 }), (text, window) => {
      expect(inWindows(text, window)).toEqual(atOnce(text));
    }),
    { numRuns: 500 },
  );
});

test("a broken text breaks at the same place, for the same reason, in windows of any size", () => {
  const broken = fc
    .tuple(lists, fc.nat(), fc.nat(3), fc.constantFrom("", ",", "]", '"', "1", "x", "\\"))
    .map(([text, at, length, put]) => {
      const start = 1 + (at % text.length);
      return text.slice(0, start) + put + text.slice(start + length);
    })
    .filter((text) => text.trimStart()[0] === "[");
  fc.assert(
    fc.property(broken, fc.integer({ min: 1, max: 60 }), (text, window) => {
      // A lone half of a surrogate pair has no UTF-8.
      fc.pre(new TextDecoder().decode(new TextEncoder().encode(text)) === text);
      const { error } = atOnce(text);
      const seen = inWindows(text, window);
      expect(seen.error).toEqual(error);
    }),
    { numRuns: 1000 },
  );
});
