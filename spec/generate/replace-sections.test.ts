import { expect, test } from "playwright/test";
import { markdownTable, replaceSections } from "./replace-sections.ts";

test("a section replaces the text between its markers", () => {
  const page = "before\n<!-- a -->\nold\n<!-- /a -->\nafter <!-- b --><!-- /b -->";
  const once = replaceSections(page, { a: "new", b: "more" });
  expect(once).toBe("before\n<!-- a -->\nnew\n<!-- /a -->\nafter <!-- b -->\nmore\n<!-- /b -->");
  expect(replaceSections(once, { a: "new", b: "more" })).toBe(once);
});

test("a section without markers is an error that names it", () => {
  expect(() => replaceSections("no marks", { table: "" })).toThrow('no section "table"');
});

test("a bar in a cell is escaped", () => {
  expect(markdownTable(["a"], [["x|y"]])).toBe("| a |\n|---|\n| x\\|y |");
});
