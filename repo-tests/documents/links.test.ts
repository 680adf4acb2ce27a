/** The targets of the pages' links, and the blocks that no test runs. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "playwright/test";
import { ROOT } from "../manifest.ts";
import { isRun, PAGES } from "./pages.ts";

const MAX_NOT_RUN = 5;

test("every link leads to a file and a heading that are there", () => {
  const broken = PAGES.flatMap(({ path, links }) =>
    links
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? path : normalize(join(dirname(path), file));
        const anchors = PAGES.find((page) => page.path === target)?.anchors ?? [];
        const isThere = anchor === undefined || anchors.includes(anchor);
        return !existsSync(join(ROOT, target)) || !isThere;
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("a block that is not run is in the file that it says it is part of, or is one of few", () => {
  const blocks = PAGES.flatMap(({ sections }) => sections.flatMap((section) => section.blocks));
  // Makes sure that the parser finds blocks at all.
  expect(blocks.filter(isRun).length).toBeGreaterThan(50);
  let others = 0;
  for (const { notRun, text } of blocks) {
    if (notRun === undefined) continue;
    const file = /^it is part of ([\w./-]+)$/.exec(notRun)?.[1];
    if (file === undefined) {
      others++;
      continue;
    }
    const whole = `\n${readFileSync(join(ROOT, file), "utf8")}`;
    const indented = [0, 2, 4, 6, 8].map((width) => text.replace(/^(?=.)/gm, " ".repeat(width)));
    const isThere = indented.some((lines) => whole.includes(`\n${lines}\n`));
    expect(isThere, `This is not in ${file}:\n${text}`).toBe(true);
  }
  expect(others).toBeLessThanOrEqual(MAX_NOT_RUN);
});
