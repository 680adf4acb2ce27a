import { readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { measurement, tableOf, withResults, withRows } from "./measurement.ts";

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
  const row = { ...measurement(described, rounds), date: "2026-11-28" };
  expect(tableOf([row])).toContain(
    "| lists | 90 req/s | bare: 100 req/s | 0.25 | 0.9 | 1.2 | ≥ 0.95 (missed) | 2026-11-28 |",
  );
});

test("what is measured again replaces its rows alone", () => {
  const described = { id: "x", what: "lists", unit: "ms", measure: "=" } as const;
  const row = (id: string, date: string) => ({
    ...measurement({ ...described, id }, [{ ours: 1 }]),
    date,
  });
  const rows = withRows(
    [row("a", "2026-11-27"), row("b", "2026-11-27")],
    [row("a", "2026-11-28"), row("c", "2026-11-28")],
  );
  expect(rows.map(({ id, date }) => `${id} ${date}`)).toEqual([
    "a 2026-11-28",
    "b 2026-11-27",
    "c 2026-11-28",
  ]);
});
