import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { parseJson } from "../json/json.ts";
import { ERROR_FIELDS, type FieldEntry, ORDER_FIELDS } from "./fields.ts";
import { validateOrder } from "./validate.ts";

test("the fields, their values and which are required are those of the OpenAPI document", () => {
  const yaml = readFileSync(fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml")), "utf8");
  const { Order, Error: error } = parse(yaml).components.schemas;
  const described = (fields: Readonly<Record<string, FieldEntry>>) =>
    Object.entries(fields).map(([field, { kind, format, values }]) => {
      // A date is a kind of its own.
      const type = kind === "date-time" ? { type: "string", format: kind } : { type: kind, ...(format && { format }) };
      return [field, { description: expect.any(String), ...type, ...(values && { enum: values }) }];
    });
  expect(Object.entries(Order.properties)).toEqual(described(ORDER_FIELDS));
  expect(Object.entries(error.properties)).toEqual(described(ERROR_FIELDS));
  expect([Order.required, error.required]).toEqual([undefined, Object.keys(ERROR_FIELDS)]);
});

test("the examples are valid", () => {
  const members = Object.entries(ORDER_FIELDS).map(([field, { example }]) => `"${field}":${example}`);
  expect(validateOrder(parseJson(`{${members.join()}}`))).toEqual([]);
});
