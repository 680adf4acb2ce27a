import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { measurement, tableOf, withResults } from "./measurement.ts";

test("docs/speed.md has the measured results", () => {
  const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
  const page = read("../../docs/speed.md");
  expect(withResults(page, JSON.parse(read("results.json")))).toBe(page);
});

test("a row has the medians of both sides and the spread of their ratios, and marks a missed goal", () => {
  const described = {
    id: "x",
    what: "lists",
    baseline: "bare",
    unit: "req/s",
    measure: "×",
    min: 0.95,
  } as const;
  const rounds = [
    { ours: 90, base: 100 },
    { ours: 120, base: 100 },
    { ours: 50, base: 200 },
  ];
  const row = measurement(described, rounds);
  expect(tableOf([row])).toContain(
    "| lists | 90 req/s | bare: 100 req/s | 0.25 | 0.9 | 1.2 | ≥ 0.95 (missed) |",
  );
});
