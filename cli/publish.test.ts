import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "playwright/test";
import { leakError } from "../contract-tests/client/masking/leak-error.ts";
import { keySecret } from "../contract-tests/client/masking/redaction.ts";
import { renderJunit } from "../contract-tests/report/writers/junit.ts";
import { printMarkdown } from "../contract-tests/report/writers/markdown.ts";
import { checkFolder } from "../contract-tests/report/writers/write-files.ts";
import { SAMPLES } from "../contract-tests/testing/sample-reports.ts";
import { temporaryFolder } from "../contract-tests/testing/temporary-folder.ts";
import { publishReport, REPORT_FILES } from "./publish.ts";
import { recordingIo } from "./testing/io.ts";

const KEY = "key-of-the-deployment-4711";
const SECRETS = [keySecret(KEY)];
/** Creates an empty folder, and the io of a GitHub job with its summary in that folder. */
function setUp() {
  const folder = temporaryFolder();
  return { folder, ...recordingIo({ env: { GITHUB_STEP_SUMMARY: join(folder, "step") } }) };
}

test("four files, text, and the summary of a GitHub job, which is added to what is there; a second run replaces the files", async () => {
  const { folder, io, written } = setUp();
  let step = "before\n";
  await writeFile(join(folder, "step"), step);
  const dir = join(folder, "deep", "report");
  for (const sample of [SAMPLES.violates, SAMPLES.conforms]) {
    await checkFolder(dir, REPORT_FILES);
    await publishReport(sample, { shown: "text", folder: dir, secrets: SECRETS }, io);
    const summary = printMarkdown(sample);
    step += `${summary}\n`;
    const [page, junit, json, markdown, ...others] = await Promise.all(
      (await readdir(dir)).toSorted().map((name) => readFile(join(dir, name), "utf8")),
    );
    expect(page).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(junit).toBe(renderJunit(sample));
    expect(JSON.parse(`${json}`)).toEqual(sample);
    expect([others, markdown]).toEqual([[], expect.stringContaining(summary)]);
  }
  expect(await readFile(join(folder, "step"), "utf8")).toBe(step);
  expect(written.stdout).toMatch(
    /✗ staging violates the contract[\s\S]*✓ staging conforms to the contract/,
  );
});

test("a job summary that cannot be written is not an error", async () => {
  const { folder, io } = setUp();
  const unwritable = { ...io, env: { GITHUB_STEP_SUMMARY: join(folder, "no", "file") } };
  await publishReport(
    SAMPLES.conforms,
    { shown: "text", folder: join(folder, "report"), secrets: [] },
    unwritable,
  );
  expect(await readdir(join(folder, "report"))).toContain("report.json");
});

for (const [place, report, name] of [
  ["the report", { target: { url: `https://x.example/${encodeURIComponent(KEY)}/v1` } }, "report"],
  ["the text for the terminal", {}, `folder-${KEY}`],
] as const)
  test(`${place} with the key is written nowhere`, async () => {
    const { folder, io, written } = setUp();
    const target = { ...SAMPLES.conforms.target, ...report.target };
    const options = { shown: "text", folder: join(folder, name), secrets: SECRETS } as const;
    const published = publishReport({ ...SAMPLES.conforms, target }, options, io);
    await expect(published).rejects.toThrow(leakError("key-leaked", { place }).message);
    expect(await readdir(folder)).toEqual([]);
    expect(written.stdout).toBe("");
  });
