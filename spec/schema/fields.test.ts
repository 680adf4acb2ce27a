import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { ERROR_FIELDS, type FieldEntry, ORDER_FIELDS } from "./fields.ts";

test("the fields and their values are those of the OpenAPI document", () => {
  const yaml = readFileSync(fileURLToPath(import.meta.resolve("orders-kit/openapi.yaml")), "utf8");
  const { schemas } = parse(yaml).components;
  for (const [name, fields] of Object.entries({ Order: ORDER_FIELDS, Error: ERROR_FIELDS })) {
    const properties = Object.entries<{ type: string; format?: string; enum?: string[] }>(
      schemas[name].properties,
    );
    expect(
      Object.entries<FieldEntry>(fields).map(([field, { kind, format, values }]) => [
        field,
        kind,
        format,
        values,
      ]),
    )
      // A date is a kind of its own.
      .toEqual(
        properties.map(([field, { type, format, enum: values }]) =>
          format === "date-time"
            ? [field, format, undefined, values]
            : [field, type, format, values],
        ),
      );
  }
});
