import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect } from "playwright/test";
import { keySecret } from "../contract-tests/client/redaction.ts";
import { writeMarkdown } from "../contract-tests/report/markdown-writer.ts";
import { reportDocument } from "../contract-tests/report/report-document.ts";
import { SAMPLES } from "../contract-tests/testing/sample-reports.ts";
import { USER_ERRORS } from "../spec/errors/user-errors.ts";
import type { CommandIo } from "./io.ts";
import { publish, publishReport } from "./publish.ts";

const KEY = "key-of-the-deployment-4711";
const SECRETS = [keySecret(KEY)];
const test = base.extend<{ folder: string; io: CommandIo & { output: string } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from its pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "orders-kit-publish-"));
    await use(folder);
    await rm(folder, { recursive: true });
  },
  io: async ({ folder }, use) => {
    const io = {
      output: "",
      stdout: { write: (text: string) => (io.output += text) },
      stderr: { write: () => {} },
      workflow: { write: () => {} },
      env: { GITHUB_STEP_SUMMARY: join(folder, "step") },
      onSignal: () => {},
    };
    await use(io);
  },
});

test("files, text and the summary of a GitHub job, which is added to what is there", async ({ folder, io }) => {
  await writeFile(join(folder, "step"), "before\n");
  const dir = join(folder, "report");
  await publishReport(SAMPLES.conforms, { text: "It conforms.\n", folder: dir, secrets: SECRETS }, io);
  expect((await readdir(dir)).toSorted()).toEqual(["index.html", "junit.xml", "report.json", "summary.md"]);
  expect(await readFile(join(folder, "step"), "utf8")).toBe(
    `before\n${writeMarkdown(reportDocument(SAMPLES.conforms))}\n`,
  );
  expect(io.output).toBe("It conforms.\n");
});

test("a job summary that cannot be written is not an error", async ({ folder, io }) => {
  const env = { GITHUB_STEP_SUMMARY: join(folder, "no", "file") };
  await publishReport(SAMPLES.conforms, { text: "", folder: join(folder, "report"), secrets: [] }, { ...io, env });
  expect(await readdir(join(folder, "report"))).toContain("report.json");
});

test("files that cannot be written cost the files, not the text", async ({ folder, io }) => {
  const dir = join(folder, "report");
  await mkdir(join(dir, "junit.xml", "folder"), { recursive: true });
  let stderr = "";
  const noted = { ...io, stdout: io.stdout, stderr: { write: (text: string) => (stderr += text) } };
  await publishReport(SAMPLES.conforms, { text: "It conforms.\n", folder: dir, secrets: SECRETS }, noted);
  expect(stderr).toContain("[report-not-written]");
  expect(io.output).toBe("It conforms.\n");
  expect(await readdir(dir)).toContain("report.json");
});

test("a report that holds the key is written nowhere", async ({ folder, io }) => {
  const target = { ...SAMPLES.conforms.target, url: `https://staging.example/${encodeURIComponent(KEY)}/v1` };
  const published = publishReport({ ...SAMPLES.conforms, target }, { text: "", folder, secrets: SECRETS }, io);
  await expect(published).rejects.toThrow(USER_ERRORS.keyLeaked(["the report"]).message);
  expect(await readdir(folder)).toEqual([]);
  expect(io.output).toBe("");
});

test("the texts that hold a key are named", async ({ folder, io }) => {
  const files = [
    ["a.md", Buffer.from(`user:${KEY}`).toString("base64")],
    ["b.md", "nothing"],
  ] as const;
  const published = publish(
    { files, folder: join(folder, "report"), text: KEY, secrets: [keySecret("another-key-12"), ...SECRETS] },
    io,
  );
  await expect(published).rejects.toThrow(USER_ERRORS.keyLeaked(["the text for the terminal", "a.md"]).message);
  expect(existsSync(join(folder, "report"))).toBe(false);
  expect(io.output).toBe("");
});
