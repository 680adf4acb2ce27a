import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type LosslessNumber, parse as losslessParse } from "lossless-json";
import { expect, test } from "playwright/test";
import { runs } from "../testing/runs.ts";
import {
  Decimal,
  formatPath,
  type Json,
  JsonError,
  locateJson,
  parseJson,
  readElements,
  readJson,
  stringifyJson,
} from "./json.ts";

// Another attempt would hide a counterexample.
test.describe.configure({ retries: 0 });

/** JSON with one character added, left out or changed. */
const almostJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.nat(1),
    fc.constantFrom(...`[]{},:"'\\/.+-0129eExunN \n\ufeff`, ""),
  )
  .map(([text, at, cut, added]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + added + text.slice(place + cut);
  });
const anyText = fc.oneof(
  { weight: 3, arbitrary: almostJson },
  fc.json(),
  fc.json().map((text) => JSON.stringify(JSON.parse(text), null, 2)),
  fc.string(),
);

const WRITABLE = { enumerable: true, configurable: true, writable: true };

/** The value as JSON.parse would return it. */
function plain(value: Json): unknown {
  if (typeof value === "bigint" || value instanceof Decimal) return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const copy = {};
  // An assignment to __proto__ would set the prototype.
  for (const [name, member] of Object.entries(value))
    Object.defineProperty(copy, name, { ...WRITABLE, value: plain(member) });
  return copy;
}

/** The value that a reader returns, or its error. */
function outcome(read: (text: string) => unknown, text: string): unknown {
  try {
    return { value: read(text) };
  } catch (error) {
    if (error instanceof JsonError || (read === JSON.parse && error instanceof SyntaxError))
      return "refused";
    throw error;
  }
}

test("accepts what JSON.parse accepts, with the same value, and rejects the rest", () => {
  const read = (text: string): unknown => plain(parseJson(text));
  // Calling expect for each text would take most of the time.
  const isAlike = (text: string): boolean =>
    isDeepStrictEqual(outcome(read, text), outcome(JSON.parse, text));
  expect(
    fc.check(fc.property(anyText, isAlike), { numRuns: runs(1250) }).counterexample,
  ).toBeNull();
});

test("keeps every digit of an integer, as lossless-json does", () => {
  expect(parseJson("[9007199254740991,9007199254740993]")).toEqual([
    9007199254740991,
    9007199254740993n,
  ]);
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 70n), 2n ** 70n), (id) => {
      const text = `[{"id":${id}}]`;
      expect(stringifyJson(parseJson(text))).toBe(text);
      const lossless = losslessParse(text) as { id: LosslessNumber }[];
      expect(lossless[0]?.id.value).toBe(id.toString());
      expect(parseJson(`${id}`)).toBe(Number.isSafeInteger(Number(id)) ? Number(id) : id);
    }),
  );
});

test("keeps the text of a number with a fraction or an exponent", () => {
  for (const text of ["2.0", "2e0", "-0.5E+10", "9007199254740993.0"]) {
    const value = parseJson(text);
    expect(value).toBeInstanceOf(Decimal);
    expect(stringifyJson(value)).toBe(text);
    expect(Number(value)).toBe(Number(text));
  }
});

test("reports duplicate member names, and whether their values are the same", () => {
  const { duplicates } = readJson('{"id":1,"a":{"x":1,"x":1},"id":2}');
  expect(duplicates.map(({ name, same }) => ({ name, same }))).toEqual([
    { name: "x", same: true },
    { name: "id", same: false },
  ]);
});

test("locates a value", () => {
  const text = '[{"id":1,"shipDate":"x"}, {"id":2, "shipDate" : "never"}]';
  const place = locateJson(text, [1, "shipDate"]);
  expect(text.slice(place?.start, place?.end)).toBe('"never"');
  expect(locateJson(text, [1, "petId"])).toBeUndefined();
  expect(locateJson(text, [7])).toBeUndefined();
  expect(formatPath(["orders", 1, "shipDate"])).toBe("orders[1].shipDate");
});

test("a list is read element by element, up to where it is invalid, and not above 64 MB", () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  const read = (text: string): unknown[] => {
    const found: unknown[] = [];
    readElements(bytes(text), (value, at, duplicates) =>
      found.push([at, value, duplicates.map(({ name }) => name)]),
    );
    return found;
  };
  expect(read(' [ {"id":1,"id":2} , 12345678901234567890 ,"x"] ')).toEqual([
    [0, { id: 2 }, ["id"]],
    [1, 12345678901234567890n, []],
    [2, "x", []],
  ]);
  const text = '[{"é":1},{"id":2},{"id"';
  expect(() => read(text)).toThrow(
    expect.objectContaining({ name: "JsonError", offset: text.length }),
  );
  expect(() => read("[1] 2")).toThrow('"2" where the end of the text was expected');
  for (const other of ['{"data":[]}', ""]) expect(readElements(bytes(other), () => {})).toBe(false);
  const long = new Uint8Array((64 << 20) + 1).fill(0x20);
  expect(() => readElements(long, () => {})).toThrow("65 MB, more than the 64");
});
