import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { ERROR_FIELDS, ORDER_FIELDS } from "./fields.ts";

test("the fields and their kinds are those of the OpenAPI document", () => {
  const yaml = readFileSync(fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml")), "utf8");
  const { schemas } = parse(yaml).components;
  for (const [name, fields] of [
    ["Order", ORDER_FIELDS],
    ["Error", ERROR_FIELDS],
  ] as const) {
    const properties = schemas[name].properties as Record<string, { type: string; format?: string }>;
    const kinds = Object.entries(properties).map(([field, { type, format }]) => [
      field,
      format === "date-time" ? format : type,
    ]);
    expect(Object.entries(fields).map(([field, { kind }]) => [field, kind])).toEqual(kinds);
  }
});
