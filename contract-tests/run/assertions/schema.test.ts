import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { parseJson } from "../../../spec/json/json.ts";
import { compileSchemas, validateError, validateOrder } from "./schema.ts";

const order = (text: string) =>
  validateOrder(parseJson(text)).map(({ path, problem }) => `${path.join(".")} ${problem}`);

for (const [text, ...problems] of [
  // An Order may lack fields and have additional ones.
  ["{}"],
  ['{"id":9223372036854775807,"petId":-9223372036854775808,"quantity":2.0,"status":"x"}'],
  ['{"quantity":99999999999999999999,"shipDate":"2024-01-31T10:00:00Z","complete":false}'],
  ['{"id":"1"}', 'id is a string ("1"), not an int64 integer'],
  ['{"id":9223372036854775808}', "id is 9223372036854775808, outside int64"],
  ['{"id":1e3}', "id is written 1e3, not as the digits of an int64"],
  ['{"petId":1.5}', "petId is written 1.5, not as the digits of an int64"],
  ['{"quantity":2.50}', "quantity is a number (2.50), not an integer"],
  ['{"quantity":null}', "quantity is null, not an integer"],
  ['{"shipDate":17}', "shipDate is a number (17), not a string"],
  ['{"complete":"true"}', 'complete is a string ("true"), not a boolean'],
  ["[]", " is an array ([]), not an object"],
  ["null", " is null, not an object"],
])
  test(`an Order ${text} has ${problems.length} problems, each named with its field`, () => {
    expect(order(text!)).toEqual(problems);
  });

test("a date that does not exist is named, and what is wrong with it", () => {
  expect(order('{"shipDate":"2024-02-31T10:00:00Z"}')).toEqual([
    expect.stringContaining("a day that its month does not have"),
  ]);
});

test("an Error has all three fields", () => {
  const error = (text: string) =>
    validateError(parseJson(text)).map(({ path, problem }) => `${path.join(".")} ${problem}`);
  expect(error('{"code":"x","message":"","status":404}')).toEqual([]);
  expect(error('{"code":404,"message":null}')).toEqual([
    "status is missing",
    "code is a number (404), not a string",
    "message is null, not a string",
  ]);
});

/** Returns the problems of the member `note`, which has this schema. */
function complaints(description: string, value: string): string[] {
  const { Note } = compileSchemas(
    `components: { schemas: { Note: { type: object, properties: { note: ${description} } } } }`,
  );
  return Note!(parseJson(`{"note":${value}}`)).map(({ path, problem }) => `${path} ${problem}`);
}

test("a description that would not be judged in whole is an error", () => {
  expect(() => complaints("{ type: string, maxLenght: 3 }", '""')).toThrow("maxLenght");
  expect(() => complaints("{ type: string, format: colour }", '""')).toThrow("colour");
  const deep = "{ type: array, items: { type: integer, format: int64 } }";
  expect(() => complaints(deep, "[]")).toThrow("int64 is judged in the members of Note alone.");
});

test("what openapi.yaml has are schemas, which no run checks again", () => {
  const file = new URL("../../../spec/openapi.yaml", import.meta.url);
  const { components } = parse(readFileSync(file, "utf8"));
  const ajv = new Ajv2020();
  for (const [name, schema] of Object.entries(components.schemas))
    expect([name, ajv.validateSchema(schema as object), ajv.errorsText()]).toEqual([
      name,
      true,
      "No errors",
    ]);
});
