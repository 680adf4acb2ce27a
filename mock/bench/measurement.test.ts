import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { withResults } from "./measurement.ts";

test("docs/speed.md has the measured results", () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
  const page = read("../../docs/speed.md");
  expect(withResults(page, JSON.parse(read("results.json")))).toBe(page);
});
