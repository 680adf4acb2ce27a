import { mkdir, readdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { SAMPLES } from "../../testing/sample-reports.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { renderJunit } from "./junit.ts";
import { printMarkdown } from "./markdown.ts";
import { checkFolder } from "./write-files.ts";

for (const [what, put] of [
  ["a page", (path: string) => writeFile(path, "<!doctype html><title>mine</title>")],
  ["an empty file", (path: string) => writeFile(path, "")],
  ["a folder", (path: string) => mkdir(path)],
  ["a link", (path: string) => symlink("elsewhere.html", path)],
] as const)
  test(`what is not of orders-kit is not replaced: ${what}`, async () => {
    const folder = temporaryFolder();
    await put(join(folder, "index.html"));
    await expect(checkFolder(folder, ["report.json", "index.html"])).rejects.toMatchObject({
      code: "foreign-file",
      exitCode: 2,
    });
    await expect(checkFolder(folder, ["report.json"])).resolves.toBeUndefined();
  });

test("a folder that can be made is not there after the check", async () => {
  const folder = temporaryFolder();
  await checkFolder(join(folder, "deep", "report"), []);
  expect(await readdir(folder)).toEqual([]);
});

/** Returns the lines of a Markdown text outside code blocks. */
function outsideFences(markdown: string): string[] {
  let fence = "";
  const lines = markdown.split("\n").filter((line) => {
    const [ticks = ""] = /^`{3,}/.exec(line) ?? [];
    if (fence === "" && ticks !== "") fence = ticks;
    else if (fence !== "" && /^`+ *$/.test(line) && ticks.length >= fence.length) fence = "";
    else return fence === "";
    return false;
  });
  expect(fence).toBe("");
  return lines;
}

test("the summary has the violations, what was not proven, and what was tried of a held clause", () => {
  // A new clause must not change the text.
  const text = printMarkdown(SAMPLES.violates).replace(/\d+ (held|unproven)/g, "… $1");
  expect(text).toMatchSnapshot("summary.txt");
  expect(printMarkdown(SAMPLES.conforms)).toContain("## ✅ staging conforms to the contract");
  expect(printMarkdown(SAMPLES.notJudged)).toContain("## ⚠️ staging was not judged");
});

test("JUnit says what was tried of a held clause, and of no other one", () => {
  const outputs = renderJunit(SAMPLES.violates).match(/(?<=<system-out>)held.*(?=<\/system-out>)/g);
  expect(outputs).toEqual([
    "held · 0 of 2 parameters",
    "held · 1 of 3 texts",
    "held · 3 of 5 cases",
  ]);
});

test("text of a deployment stays in code blocks and spans: it makes no element, heading, link or mention", () => {
  const spans = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g;
  const lines = outsideFences(printMarkdown(SAMPLES.hostile)).map((line) =>
    line.replaceAll("\\`", "").replace(spans, ""),
  );
  expect(
    lines.filter((line) => /<(?!\/?details>|\/?summary>)|@|(?<!\\)\]\(|:\/\/|`/.test(line)),
  ).toEqual([]);
  expect(lines.filter((line) => line.startsWith("#")).length).toBe(4);
});

test("the summary of a run with every clause violated fits a comment", () => {
  const long = { request: "r".repeat(400), response: "x".repeat(1600), curl: "c".repeat(720) };
  const clauses = SAMPLES.violates.clauses.map((clause) => ({
    ...clause,
    verdict: "violated" as const,
    why: "w".repeat(600),
    evidence: [long],
  }));
  const text = printMarkdown({ ...SAMPLES.violates, clauses });
  expect(text.length).toBeLessThan(65_536);
  for (const { id } of clauses) expect(text).toContain(id);
});
