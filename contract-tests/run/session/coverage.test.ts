/** Tests how a run counts what it has tried. */
import { expect, test } from "playwright/test";
import type { Table } from "../../tables/table.ts";
import { Coverage } from "./coverage.ts";

const KEYS: Table<string> = {
  clauses: ["auth-key-exact", "list-unauthorized"],
  unit: "keys",
  quiet: ["none"],
  thorough: ["wrong", "short"],
};
const MORE_KEYS: Table<string> = { clauses: ["auth-key-exact"], unit: "keys", usual: ["none"] };
const HEADERS: Table<string> = { clauses: ["list-unauthorized"], unit: "headers", usual: ["X"] };

test("a row counts once, however often it is sent", () => {
  const coverage = new Coverage();
  coverage.add(KEYS, ["none"]);
  coverage.add(KEYS, ["none", "wrong"]);
  expect(coverage.of("auth-key-exact")).toEqual({ sent: 2, of: 3, unit: "keys" });
});

test("tables for one clause are summed, with a unit where all have the same", () => {
  const coverage = new Coverage();
  coverage.add(KEYS, ["none"]);
  coverage.add(MORE_KEYS, ["none"]);
  coverage.add(HEADERS, ["X"]);
  expect(coverage.of("auth-key-exact")).toEqual({ sent: 2, of: 4, unit: "keys" });
  expect(coverage.of("list-unauthorized")).toEqual({ sent: 2, of: 4 });
});

test("a table of which nothing could be sent counts, and one that was not due does not", () => {
  const coverage = new Coverage();
  coverage.add(KEYS, []);
  expect(coverage.of("auth-key-exact")).toEqual({ sent: 0, of: 3, unit: "keys" });
  expect(coverage.of("cancel-pending")).toBeUndefined();
});
