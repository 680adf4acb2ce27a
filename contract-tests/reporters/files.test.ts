import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "playwright/test";
import { UserError } from "../../spec/problems.ts";
import { annotations, reportJson, writeReports } from "./index.ts";
import { SAMPLES } from "./samples.ts";
import { renderSummary } from "./summary.ts";

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "orders-kit-reports-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
});
const FILES = ["index.html", "junit.xml", "report.json", "summary.md"];

test("four files, whole, and nothing beside them; a second run takes their places", async ({ folder }) => {
  const dir = join(folder, "deep", "report");
  for (const sample of [SAMPLES.hostile, SAMPLES.violates]) {
    const paths = await writeReports(sample, { dir, env: {} });
    expect(paths.toSorted()).toEqual(FILES.map((name) => join(dir, name)));
    expect((await readdir(dir)).toSorted()).toEqual(FILES);
  }
  expect(await readFile(join(dir, "index.html"), "utf8")).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
  expect(await readFile(join(dir, "summary.md"), "utf8")).toBe(renderSummary(SAMPLES.violates));
});

test("report.json is the report, with every digit of an id", async ({ folder }) => {
  await writeReports(SAMPLES.violates, { dir: folder, env: {} });
  const text = await readFile(join(folder, "report.json"), "utf8");
  expect(text).toBe(reportJson(SAMPLES.violates));
  expect(JSON.parse(text)).toEqual(SAMPLES.violates);
  expect(text).toContain("9007199254740997");
});

test("the summary of a GitHub job is added to what is there", async ({ folder }) => {
  const summary = join(folder, "step");
  await writeFile(summary, "before\n");
  await writeReports(SAMPLES.conforms, { dir: folder, env: { GITHUB_STEP_SUMMARY: summary } });
  expect(await readFile(summary, "utf8")).toBe(`before\n${renderSummary(SAMPLES.conforms)}\n`);
  const paths = await writeReports(SAMPLES.conforms, {
    dir: folder,
    env: { GITHUB_STEP_SUMMARY: join(folder, "no", "file") },
  });
  expect(paths).toHaveLength(4);
});

test("a folder that cannot be written is named, with the fix, and what stood there stays", async ({ folder }) => {
  const file = join(folder, "file");
  await writeFile(file, "mine");
  const wrong = writeReports(SAMPLES.conforms, { dir: join(file, "report"), env: {} });
  await expect(wrong).rejects.toThrow(UserError);
  await expect(wrong).rejects.toThrow(
    /cannot be written to .*file.report \(.*(?:ENOTDIR|EEXIST|ENOENT)\).*--report DIR/,
  );
  expect(await readFile(file, "utf8")).toBe("mine");

  const dir = join(folder, "taken");
  await mkdir(join(dir, "junit.xml", "folder"), { recursive: true });
  await expect(writeReports(SAMPLES.conforms, { dir, env: {} })).rejects.toThrow(UserError);
  expect((await readdir(dir)).filter((name) => name.endsWith(".draft"))).toEqual([]);
  await chmod(dir, 0o755);
});

/** The lines of a Markdown text that stand in no fence. */
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

test("the summary tells what is broken, and what was not proven", () => {
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

test("a deployment's words stay in their fences and spans: no element, heading, link or mention comes of them", () => {
  const spans = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g;
  const lines = outsideFences(renderSummary(SAMPLES.hostile)).map((line) =>
    line.replaceAll("\\`", "").replace(spans, ""),
  );
  expect(lines.filter((line) => /<(?!\/?details>|\/?summary>)|@|(?<!\\)\]\(|:\/\/|`/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.startsWith("#")).length).toBe(2);
});

test("the summary of a run with everything broken still fits a comment", () => {
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

test("annotations: one command a line, escaped, at most ten of a kind", () => {
  expect(annotations(SAMPLES.conforms)).toEqual([]);
  const [first = ""] = annotations(SAMPLES.violates);
  expect(first).toBe(
    "::error title=orders-kit%3A auth-key-exact::Only the API key itself, whole and letter by letter, opens an operation; any other credential gets 401. The key without its last character was accepted.",
  );
  for (const line of annotations(SAMPLES.hostile))
    expect(line).toMatch(/^::(?:error|warning) title=[^:,\r\n]*::[^\r\n]*$/);
  const clauses = SAMPLES.violates.clauses.map((clause) => ({
    ...clause,
    verdict: "violated" as const,
    why: "100% wrong",
  }));
  const many = annotations({ ...SAMPLES.violates, clauses });
  expect(many.filter((line) => line.startsWith("::error"))).toHaveLength(10);
  expect(many[0]).toContain("100%25 wrong");
  expect(many[9]).toContain(`title=orders-kit%3A ${clauses.length - 9} more::`);
  expect(annotations(SAMPLES.notJudged)[0]).toMatch(/^::error title=orders-kit%3A not judged::Nothing answers/);
});
