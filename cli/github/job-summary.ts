/** The summary of a job in GitHub Actions. */
import { appendFile } from "node:fs/promises";
import type { Report } from "../../contract-tests/report/report.ts";
import { renderSummary } from "../../contract-tests/report/summary.ts";
import type { CommandIo } from "../io.ts";

/** A summary that cannot be written is no error: summary.md has the same text. */
export async function appendJobSummary(report: Report, env: CommandIo["env"]): Promise<void> {
  if (!env.GITHUB_STEP_SUMMARY) return;
  await appendFile(env.GITHUB_STEP_SUMMARY, `${renderSummary(report)}\n`).catch(() => undefined);
}
