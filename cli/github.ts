/** What GitHub Actions shows of a run: annotations for violated clauses and advice, and the summary of the job. */
import { appendFile } from "node:fs/promises";
import { escapeLine } from "../contract-tests/client/escape-text.ts";
import { writeMarkdown } from "../contract-tests/report/markdown-writer.ts";
import type { Report } from "../contract-tests/report/report.ts";
import { reportDocument, withVerdict } from "../contract-tests/report/report-document.ts";
import type { CommandIo } from "./io.ts";

/** A summary that cannot be written is not an error: summary.md has the same text. */
export async function appendJobSummary(report: Report, env: CommandIo["env"]): Promise<void> {
  if (!env.GITHUB_STEP_SUMMARY) return;
  await appendFile(env.GITHUB_STEP_SUMMARY, `${writeMarkdown(reportDocument(report))}\n`).catch(() => undefined);
}

/** GitHub shows ten annotations of a kind for each step, and drops the others without a message. */
const MAX_OF_A_KIND = 10;

interface Annotation {
  readonly title: string;
  readonly message: string;
}

/** Lines for stdout. What a deployment wrote is escaped in them, so it cannot become another command. */
export function annotations(report: Report): string[] {
  const errors: Annotation[] = [
    ...(report.why === undefined ? [] : [{ title: "not judged", message: report.why }]),
    ...report.broken.map(({ check, why }) => ({ title: `${check} did not finish`, message: why })),
    ...withVerdict(report, "violated").map(({ id, statement, why }) => ({
      title: id,
      message: why === undefined ? statement : `${statement} ${why}`,
    })),
  ];
  const warnings: Annotation[] = report.advice.map(({ id, why }) => ({ title: id, message: why }));
  return [...commands("error", errors), ...commands("warning", warnings)];
}

function commands(kind: "error" | "warning", all: readonly Annotation[]): string[] {
  const shown = all.length <= MAX_OF_A_KIND ? all : [...all.slice(0, MAX_OF_A_KIND - 1), summaryOf(all)];
  return shown.map(({ title, message }) => `::${kind} title=${property(`orders-kit: ${title}`)}::${data(message)}`);
}

/** Names the annotations that find no room. */
function summaryOf(all: readonly Annotation[]): Annotation {
  const rest = all.slice(MAX_OF_A_KIND - 1);
  return { title: `${rest.length} more`, message: rest.map(({ title }) => title).join(", ") };
}

/** Escaped as in @actions/toolkit. */
function data(text: string): string {
  return escapeLine(text).replaceAll("%", "%25");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
