/** What the pages refer to, and what they leave untested. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "playwright/test";
import { ROOT } from "../manifest.ts";
import { PAGES } from "./pages.ts";

const MAX_NOT_RUN = 5;

test("every link leads to a file and a heading that are there", () => {
  const broken = PAGES.flatMap(({ path, links }) =>
    links
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? path : normalize(join(dirname(path), file));
        const anchors = PAGES.find((page) => page.path === target)?.anchors ?? [];
        return (
          !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchors.includes(anchor))
        );
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("pictures are sharp, and small enough to load", () => {
  const pictures = PAGES.flatMap(({ path, links }) =>
    links.filter((link) => link.endsWith(".webp")).map((link) => join(ROOT, dirname(path), link)),
  );
  expect(pictures.length).toBeGreaterThan(1);
  for (const picture of pictures) {
    const webp = readFileSync(picture);
    expect(webp.toString("latin1", 8, 16), picture).toBe("WEBPVP8X");
    expect(webp.readUIntLE(24, 3) + 1, `${picture}: width in pixels`).toBeGreaterThan(1600);
    expect(webp.length, `${picture}: bytes`).toBeLessThan(250_000);
  }
});

test("figures of speed are in what the bench writes, and nowhere else", () => {
  for (const { path } of PAGES) {
    const prose = readFileSync(join(ROOT, path), "utf8").replace(
      /<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/g,
      "",
    );
    expect(prose, path).not.toMatch(
      /\d ?(?:req\/s|×|requests (?:a|per) second|times (?:as fast|faster|slower))/,
    );
  }
});

/** The whole file from which a block quotes, and for which there are tests. */
const quotedFile = (reason: string): string | undefined =>
  /^it is part of ([\w./-]+)$/.exec(reason)?.[1];

const BLOCKS = PAGES.flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks));

test("a block that is not run says why, and there are few", () => {
  const reasons = BLOCKS.flatMap(({ notRun }) => notRun ?? []);
  for (const reason of reasons) expect(reason.length).toBeGreaterThan(15);
  const others = reasons.filter((reason) => quotedFile(reason) === undefined);
  expect(others.length).toBeLessThanOrEqual(MAX_NOT_RUN);
  // What reads the pages finds what is in them.
  expect(BLOCKS.length).toBeGreaterThan(60);
  expect(PAGES.flatMap(({ links }) => links).length).toBeGreaterThan(100);
});

test("a block that is part of a file is in it, line by line", () => {
  const quotes = BLOCKS.flatMap(({ notRun = "", text }) => {
    const file = quotedFile(notRun);
    return file === undefined ? [] : [{ file, text }];
  });
  expect(quotes.length).toBeGreaterThan(5);
  for (const { file, text } of quotes) {
    const whole = readFileSync(join(ROOT, file), "utf8");
    const indented = [0, 2, 4, 6].map((width) => text.replace(/^(?=.)/gm, " ".repeat(width)));
    const found = indented.some((lines) => `\n${whole}`.includes(`\n${lines}\n`));
    expect(found, `This is not in ${file}:\n${text}`).toBe(true);
  }
});
