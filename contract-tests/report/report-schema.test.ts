/** contract-tests/report/schema.json has every field of a report, and no report breaks it. */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "playwright/test";
import { SAMPLES } from "../testing/sample-reports.ts";
import { verify } from "../verify.ts";
import type { Report } from "./report.ts";

const SCHEMA: unknown = JSON.parse(
  readFileSync(new URL("schema.json", import.meta.url), "utf8"),
  // A program may not rely on it, but here a field that the schema does not know is one that it lacks.
  (_, value) => (value?.type === "object" ? { ...value, additionalProperties: false } : value),
);
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(SCHEMA as object);

function expectValid(report: Report): void {
  validate(JSON.parse(JSON.stringify(report)));
  expect(validate.errors ?? []).toEqual([]);
}

for (const [name, report] of Object.entries(SAMPLES))
  test(`the schema has all fields of a report: ${name}`, () => expectValid(report));

test("the schema has all fields of a report of the mock", async () => {
  expectValid(await verify({ target: "mock", only: ["list-ok", "cancel-pending"] }));
});
