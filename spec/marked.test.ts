import { expect, test } from "playwright/test";
import { markdownTable, withParts } from "./marked.ts";

test("a part goes between its marks, and what was there goes", () => {
  const page = "before\n<!-- a -->\nold\n<!-- /a -->\nafter <!-- b --><!-- /b -->";
  const once = withParts(page, { a: "new", b: "more" });
  expect(once).toBe("before\n<!-- a -->\nnew\n<!-- /a -->\nafter <!-- b -->\nmore\n<!-- /b -->");
  expect(withParts(once, { a: "new", b: "more" })).toBe(once);
});

test("a part without a place is told by name", () => {
  expect(() => withParts("no marks", { table: "" })).toThrow('no place for "table"');
});

test("a bar in a cell does not end it", () => {
  expect(markdownTable(["a"], [["x|y"]])).toBe("| a |\n|---|\n| x\\|y |");
});
