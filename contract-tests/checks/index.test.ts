import { expect, test } from "playwright/test";
import { CHECKS } from "./index.ts";

test("each check follows those after which it comes", () => {
  for (const [nth, { id, after = [] }] of CHECKS.entries()) {
    const before = CHECKS.slice(0, nth).map((check) => check.id);
    expect(before, `what ${id} names must be before it`).toEqual(expect.arrayContaining([...after]));
  }
});
