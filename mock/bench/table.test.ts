import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { isMet, measurement } from "./measurement.ts";
import { type Results, tableOf, withTables } from "./table.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const results: Results = JSON.parse(read("results.json"));

test("docs/speed.md has the measured results", () => {
  const page = read("../../docs/speed.md");
  expect(withTables(page, results)).toBe(page);
});

test("a row has the medians of both sides and the spread of their ratios", () => {
  const described = { id: "x", what: "lists", baseline: "bare", unit: "req/s", measure: "×" } as const;
  const made = measurement({ ...described, target: { at: "least", value: 0.9 } }, [
    { ours: 90, base: 100 },
    { ours: 120, base: 100 },
    { ours: 50, base: 200 },
  ]);
  expect(made).toMatchObject({ ours: 90, base: 100, spread: { min: 0.25, median: 0.9, max: 1.2 } });
  expect(isMet(made)).toBe(true);
  expect(tableOf([made])).toContain("| lists | 90 req/s | bare: 100 req/s | 0.25 | 0.9 | 1.2 | ≥ 0.9 |");
});

test("a missed target is marked", () => {
  const target = { at: "most", value: 60 } as const;
  const made = measurement({ id: "x", what: "memory", baseline: "idle", unit: "MB", measure: "+", target }, [
    { ours: 200, base: 50 },
  ]);
  expect(isMet(made)).toBe(false);
  expect(tableOf([made])).toContain("+150 | +150 | +150 | ≤ 60 (missed) |");
});

test("tables are written between their marks only", () => {
  expect(() => withTables("no marks", results)).toThrow("has no section");
  const text = "before\n<!-- bench -->\nyesterday\n<!-- /bench -->\nafter\n";
  const once = withTables(text, results);
  expect(once).toMatch(/^before\n<!-- bench -->\n/);
  expect(once).toMatch(/<!-- \/bench -->\nafter\n$/);
  expect(once).not.toContain("yesterday");
  expect(withTables(once, results)).toBe(once);
});
