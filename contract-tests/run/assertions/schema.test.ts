import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { parseJson } from "../../../spec/json/json.ts";
import { compileSchemas, validateError, validateOrder } from "./schema.ts";

const order = (text: string) =>
  validateOrder(parseJson(text)).map(({ path, problem }) => `${path.join(".")} ${problem}`);

test("an Order may lack fields and have additional ones", () => {
  expect(order("{}")).toEqual([]);
  expect(
    order(
      '{"id":9223372036854775807,"petId":-9223372036854775808,"quantity":2.0,"status":"pending"}',
    ),
  ).toEqual([]);
  expect(
    order(
      '{"id":1,"petId":0,"quantity":99999999999999999999,"shipDate":"2024-01-31T10:00:00Z","complete":false}',
    ),
  ).toEqual([]);
});

test("names the field and the problem", () => {
  expect(order('{"id":"1"}')).toEqual(['id is a string ("1"), not an int64 integer']);
  expect(order('{"id":9223372036854775808}')).toEqual(["id is 9223372036854775808, outside int64"]);
  expect(order('{"id":1e3}')).toEqual(["id is written 1e3, not as the digits of an int64"]);
  expect(order('{"petId":1.5}')).toEqual(["petId is written 1.5, not as the digits of an int64"]);
  expect(order('{"quantity":2.5}')).toEqual(["quantity is a number (2.5), not an integer"]);
  expect(order('{"quantity":null}')).toEqual(["quantity is null, not an integer"]);
  expect(order('{"shipDate":"2024-02-31T10:00:00Z"}')[0]).toContain(
    "a day that its month does not have",
  );
  expect(order('{"shipDate":17}')).toEqual(["shipDate is a number (17), not a string"]);
  expect(order('{"complete":"true"}')).toEqual(['complete is a string ("true"), not a boolean']);
  expect(order("[]")).toEqual([" is an array ([]), not an object"]);
  expect(order("1.5")).toEqual([" is a number (1.5), not an object"]);
  expect(order("null")).toEqual([" is null, not an object"]);
  expect(order('{"quantity":1.50}')).toEqual(["quantity is a number (1.50), not an integer"]);
});

test("an Error has all three fields", () => {
  const error = (text: string) =>
    validateError(parseJson(text)).map(({ path, problem }) => `${path.join(".")} ${problem}`);
  expect(error('{"code":"x","message":"","status":404}')).toEqual([]);
  expect(error("{}")).toEqual(["code is missing", "message is missing", "status is missing"]);
  expect(error('{"code":404,"message":null,"status":"404"}')).toEqual([
    "code is a number (404), not a string",
    "message is null, not a string",
    'status is a string ("404"), not an integer',
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
