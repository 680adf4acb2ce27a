import { expect, test } from "playwright/test";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { CHECKS } from "./index.ts";

test("every clause is named by a check, or binds every response or list", () => {
  const named = CHECKS.flatMap(({ clauses }) => clauses);
  for (const { id, ...clause } of CLAUSES) if (!("binds" in clause)) expect(named).toContain(id);
});

test("check ids are unique words", () => {
  const ids = CHECKS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
});
