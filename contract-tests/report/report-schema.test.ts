/**
 * contract-tests/report/schema.json has every field of a report, every report fits it, and the
 * other formats use no other fields.
 */
import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "playwright/test";
import * as v from "valibot";
import { SAMPLES } from "../testing/sample-reports.ts";
import { verify } from "../verify.ts";
import { formatReport } from "./expect-conforms.ts";
import { type Report, reportSchema } from "./schema.ts";
import { reportPage } from "./writers/html/report-page.ts";
import { renderJson } from "./writers/json.ts";
import { renderJunit } from "./writers/junit.ts";
import { printMarkdown } from "./writers/markdown.ts";

const SCHEMA: unknown = JSON.parse(
  readFileSync(new URL("schema.json", import.meta.url), "utf8"),
  // Readers of a report accept unknown fields; here, a field that the schema does not know is
  // missing in it.
  (_, value) => (value?.type === "object" ? { ...value, additionalProperties: false } : value),
);
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(SCHEMA as object);

function expectValid(report: Report): void {
  const text = renderJson(report);
  validate(JSON.parse(text));
  expect(validate.errors ?? []).toEqual([]);
  const stored = v.parse(reportSchema, JSON.parse(text));
  expect(stored).toEqual(JSON.parse(text));
  for (const write of [formatReport, printMarkdown, renderJunit, reportPage])
    expect(write(stored), write.name).toBe(write(report));
}

for (const [name, report] of Object.entries(SAMPLES))
  test(`the schema has all fields of a report, and all formats are made of a stored one: ${name}`, () =>
    expectValid(report));

test("the schema has all fields of a report of the mock", async () => {
  expectValid(await verify({ target: "mock", only: ["list-ok", "cancel-pending"] }));
});
