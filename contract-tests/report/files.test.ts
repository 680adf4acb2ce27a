import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "playwright/test";
import { UserError } from "../../spec/errors/user-errors.ts";
import { SAMPLES } from "../testing/sample-reports.ts";
import { writeMarkdown } from "./markdown-writer.ts";
import type { Report } from "./report.ts";
import { reportDocument } from "./report-document.ts";
import { REPORT_FILES, reportFiles, reportJson } from "./report-files.ts";
import { checkFolder, writeFiles } from "./write-files.ts";

const renderSummary = (report: Report): string => writeMarkdown(reportDocument(report));
const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "orders-kit-reports-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});

test("four files, whole, and nothing beside them; a second run replaces them", async ({ folder }) => {
  const dir = join(folder, "deep", "report");
  await checkFolder(dir, REPORT_FILES);
  for (const sample of [SAMPLES.hostile, SAMPLES.violates]) {
    await writeFiles(reportFiles(sample), dir);
    expect((await readdir(dir)).toSorted()).toEqual(REPORT_FILES.toSorted());
    await checkFolder(dir, REPORT_FILES);
  }
  expect(await readFile(join(dir, "index.html"), "utf8")).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
  expect(await readFile(join(dir, "summary.md"), "utf8")).toContain(renderSummary(SAMPLES.violates));
});

test("report.json is the report, with every digit of an id", () => {
  const text = reportJson(SAMPLES.violates);
  expect(reportFiles(SAMPLES.violates)).toContainEqual(["report.json", text]);
  expect(JSON.parse(text)).toEqual({ generator: "orders-kit", ...SAMPLES.violates });
  expect(text).toContain("9007199254740997");
});

test("a folder that cannot be written is named, with the fix, and what was there stays", async ({ folder }) => {
  const file = join(folder, "file");
  await writeFile(file, "mine");
  const check = (dir: string) => checkFolder(dir, REPORT_FILES);
  for (const attempt of [check, (dir: string) => writeFiles(reportFiles(SAMPLES.conforms), dir)]) {
    const refused = attempt(join(file, "report"));
    await expect(refused).rejects.toThrow(UserError);
    await expect(refused).rejects.toThrow(
      /cannot be written to .*file.report \(.*(?:ENOTDIR|EEXIST|ENOENT)\).*--report DIR/,
    );
  }
  expect(await readFile(file, "utf8")).toBe("mine");
});

for (const [what, put] of [
  ["a page", (path: string) => writeFile(path, "<!doctype html><title>mine</title>")],
  ["an empty file", (path: string) => writeFile(path, "")],
  ["a folder", (path: string) => mkdir(path)],
  ["a link", (path: string) => symlink("elsewhere.html", path)],
] as const)
  test(`what is not of orders-kit is not replaced: ${what}`, async ({ folder }) => {
    const path = join(folder, "index.html");
    await put(path);
    await expect(checkFolder(folder, REPORT_FILES)).rejects.toMatchObject({ code: "foreign-file", exitCode: 2 });
    await expect(checkFolder(folder, ["report.json"])).resolves.toBeUndefined();
  });

/** The lines of a Markdown text outside code blocks. */
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

test("the summary has the violations and what was not proven", () => {
  const text = renderSummary(SAMPLES.violates);
  for (const { id, statement } of SAMPLES.violates.clauses.filter(({ verdict }) => verdict === "violated")) {
    expect(text).toContain(`### \`${id}\``);
    expect(text).toContain(`**${statement}**`);
  }
  expect(text).toContain("curl -i -X DELETE");
  expect(text).toContain("(`cancel-id-exact`)");
  expect(renderSummary(SAMPLES.conforms)).toContain("## ✅ staging conforms to the contract");
  expect(renderSummary(SAMPLES.notJudged)).toContain("## ⚠️ staging was not judged");
});

test("text of a deployment stays in code blocks and spans: it makes no element, heading, link or mention", () => {
  const spans = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g;
  const lines = outsideFences(renderSummary(SAMPLES.hostile)).map((line) =>
    line.replaceAll("\\`", "").replace(spans, ""),
  );
  expect(lines.filter((line) => /<(?!\/?details>|\/?summary>)|@|(?<!\\)\]\(|:\/\/|`/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.startsWith("#")).length).toBe(3);
  const rows = outsideFences(renderSummary(SAMPLES.hostile)).filter((line) => line.startsWith("| "));
  expect(rows.map((row) => row.match(/(?<!\\)\|/g)?.length)).toEqual(rows.map(() => 3));
  expect(rows.join()).toContain("\\|");
});

test("the summary of a run with every clause violated fits a comment", () => {
  const long = { request: "r".repeat(400), response: "x".repeat(1600), curl: "curl".repeat(90) };
  const clauses = SAMPLES.violates.clauses.map((clause) => ({
    ...clause,
    verdict: "violated" as const,
    why: "w".repeat(600),
    evidence: Array(6).fill(long),
  }));
  const text = renderSummary({ ...SAMPLES.violates, clauses });
  expect(text.length).toBeLessThan(65_536);
  for (const { id } of clauses) expect(text).toContain(id);
});
