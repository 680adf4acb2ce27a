import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { isMet, row } from "./row.ts";
import { type Results, tableOf, withTables } from "./table.ts";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");
const results: Results = JSON.parse(read("results.json"));

test("README.md says what was measured", () => {
  test.skip(!existsSync(new URL("../../README.md", import.meta.url)), "there is no README.md");
  const readme = read("../../README.md");
  expect(withTables(readme, results)).toBe(readme);
});

test("a row has the medians of both sides and the spread of their ratios", () => {
  const described = { id: "x", what: "lists", beside: "bare", unit: "req/s", measure: "×" } as const;
  const made = row({ ...described, target: { at: "least", value: 0.9 } }, [
    { ours: 90, base: 100 },
    { ours: 120, base: 100 },
    { ours: 50, base: 200 },
  ]);
  expect(made).toMatchObject({ ours: 90, base: 100, spread: { min: 0.25, median: 0.9, max: 1.2 } });
  expect(isMet(made)).toBe(true);
  expect(tableOf([made])).toContain("| lists | 90 req/s | bare: 100 req/s | 0.25 | 0.9 | 1.2 | ≥ 0.9 |");
});

test("a target that is missed is called so", () => {
  const target = { at: "most", value: 60 } as const;
  const made = row({ id: "x", what: "memory", beside: "idle", unit: "MB", measure: "+", target }, [
    { ours: 200, base: 50 },
  ]);
  expect(isMet(made)).toBe(false);
  expect(tableOf([made])).toContain("+150 | +150 | +150 | ≤ 60 (missed) |");
});

test("tables go between their marks and nowhere else", () => {
  expect(() => withTables("no marks", results)).toThrow("no place");
  const text = "before\n<!-- bench -->\nyesterday\n<!-- /bench -->\nafter\n";
  const once = withTables(text, results);
  expect(once).toMatch(/^before\n<!-- bench -->\n/);
  expect(once).toMatch(/<!-- \/bench -->\nafter\n$/);
  expect(once).not.toContain("yesterday");
  expect(withTables(once, results)).toBe(once);
});
