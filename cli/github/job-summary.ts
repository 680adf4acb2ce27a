/** The summary of a job in GitHub Actions. */
import { appendFile } from "node:fs/promises";
import { writeMarkdown } from "../../contract-tests/report/markdown-writer.ts";
import type { Report } from "../../contract-tests/report/report.ts";
import { reportDocument } from "../../contract-tests/report/report-document.ts";
import type { CommandIo } from "../io.ts";

/** A summary that cannot be written is not an error: summary.md has the same text. */
export async function appendJobSummary(report: Report, env: CommandIo["env"]): Promise<void> {
  if (!env.GITHUB_STEP_SUMMARY) return;
  await appendFile(env.GITHUB_STEP_SUMMARY, `${writeMarkdown(reportDocument(report))}\n`).catch(() => undefined);
}
