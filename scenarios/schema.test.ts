import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "playwright/test";
import { parse } from "yaml";
import { parseScenario } from "./parse.ts";

const folder = new URL("./", import.meta.url);
const ajv = new Ajv2020();
(addFormats as unknown as (target: Ajv2020) => void)(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(new URL("schema.json", folder), "utf8")));

test("the ready-made scenarios name the schema and are valid by it", () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".yaml"))) {
    const text = readFileSync(new URL(file, folder), "utf8");
    expect(text, file).toMatch(/^# yaml-language-server: \$schema=schema\.json\n/);
    expect(validate(parse(text)), `${file}: ${JSON.stringify(validate.errors)}`).toBe(true);
  }
});

for (const [yaml, valid] of [
  ["orders: { count: 3, pending: 0.5 }", true],
  ["orders: { cuont: 3 }", false],
  ["faults: [{ on: [listOrders], every: 2, delay: [1, 5] }]", true],
  ["faults: [{ delay: [1, 5, 9] }]", false],
  ["faults: [{ on: everything, delay: 1 }]", false],
  ["faults: [{ every: 2 }]", false],
  ["faults: [{ status: 200 }]", false],
  ["ships: [{ afterLists: 1 }, { id: 4, beforeCancel: 1 }]", true],
  ["ships: [{ afterLists: 1, afterSeconds: 1 }]", false],
  ["ships: [{ id: 4 }]", false],
  ["key: { expiresAfter: 1 }", true],
  ["key: {}", false],
  ["answers: { head: refused }", true],
  ["answers: { head: maybe }", false],
] as const)
  test(`schema and parser agree that this is ${valid ? "valid" : "invalid"}: ${yaml}`, () => {
    expect(validate(parse(yaml))).toBe(valid);
    if (valid) parseScenario(yaml);
    else expect(() => parseScenario(yaml)).toThrow();
  });
