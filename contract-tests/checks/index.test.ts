import { expect, test } from "playwright/test";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { CHECKS } from "./index.ts";

test("every clause is named by a check, or binds every response or list", () => {
  const named = CHECKS.flatMap(({ clauses }) => clauses);
  for (const { id, ...clause } of CLAUSES) if (!("binds" in clause)) expect(named).toContain(id);
});

test("each check follows those after which it comes", () => {
  for (const [nth, { id, after = [] }] of CHECKS.entries()) {
    const before = CHECKS.slice(0, nth).map((check) => check.id);
    expect(before, `what ${id} names must be before it`).toEqual(expect.arrayContaining([...after]));
  }
});
