import fc from "fast-check";
import { expect, test } from "playwright/test";
import { readElements } from "./elements.ts";
import { type Json, JsonError, readJson } from "./json.ts";

interface Outcome {
  readonly values: readonly Json[];
  readonly duplicates: readonly unknown[];
  readonly error?: { readonly message: string; readonly offset: number };
}

function inParts(text: string, partBytes?: number): Outcome {
  const values: Json[] = [];
  const duplicates: unknown[] = [];
  try {
    readElements(
      new TextEncoder().encode(text),
      (value, _, repeated) => {
        values.push(value);
        duplicates.push(...repeated);
      },
      partBytes,
    );
    return { values, duplicates };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { values, duplicates, error: { message: error.message, offset: error.offset } };
  }
}

function whole(text: string): Outcome {
  try {
    const { value, duplicates } = readJson(text);
    return { values: value as Json[], duplicates };
  } catch (error) {
    const { message, offset } = error as JsonError;
    return { values: [], duplicates: [], error: { message, offset } };
  }
}

test("reads a list element by element, and reports where the text is invalid", () => {
  expect(inParts(' [ {"id":1} , 2 ,"x"] ').values).toEqual([{ id: 1 }, 2, "x"]);
  const text = '[{"id":1},{"id":2},{"id"';
  expect(inParts(text).error?.offset).toBe(text.length);
  expect(readElements(new TextEncoder().encode('{"data":[]}'), () => {})).toBe(false);
  expect(readElements(new Uint8Array(), () => {})).toBe(false);
});

const lists = fc
  .array(fc.jsonValue(), { maxLength: 12 })
  .chain((list) =>
    fc.constantFrom(JSON.stringify(list), JSON.stringify(list, undefined, 2), ` ${JSON.stringify(list)}\n`),
  );

test("parts of any size give the values of the whole text", () => {
  const odd = fc.constantFrom('[12345678901234567890,1.50,-0,{"é":"𝒳","é":"𝒴"},"\ufeff"]', "[]", "[ ]", "[[[]]]");
  fc.assert(
    fc.property(fc.oneof(lists, odd), fc.integer({ min: 1, max: 60 }), (text, partBytes) => {
      expect(inParts(text, partBytes)).toEqual(whole(text));
    }),
    { numRuns: 500 },
  );
});

test("an invalid text fails at the same place with the same message in parts of any size", () => {
  const invalid = fc
    .tuple(lists, fc.nat(), fc.nat(3), fc.constantFrom("", ",", "]", '"', "1", "x", "\\"))
    .map(([text, at, length, put]) => {
      const start = 1 + (at % text.length);
      return text.slice(0, start) + put + text.slice(start + length);
    })
    .filter((text) => text.trimStart()[0] === "[");
  fc.assert(
    fc.property(invalid, fc.integer({ min: 1, max: 60 }), (text, partBytes) => {
      // A lone surrogate has no UTF-8.
      fc.pre(new TextDecoder().decode(new TextEncoder().encode(text)) === text);
      expect(inParts(text, partBytes).error).toEqual(whole(text).error);
    }),
    { numRuns: 1000 },
  );
});

test("the bounds end the reading at once, wherever the bytes are split", () => {
  for (const [text, problem] of [
    [`[${"[".repeat(200_000)}`, /nested deeper than 1000/],
    [`[{"id":${"9".repeat(200_000)}}]`, /more than 1000 digits/],
    [`[1.${"9".repeat(200_000)}]`, /more than 1000 digits/],
  ] as const)
    expect(() => readElements(Buffer.from(text), () => {}, 4096)).toThrow(problem);
  const long = Buffer.from(`["${"x".repeat(9 << 20)}"]`);
  expect(() => readElements(long, () => {})).toThrow(/an element of more than 4194304 bytes/);
});
