/** The report of a run as files. */
import { writePage } from "./html/page-writer.ts";
import { renderJunit } from "./junit.ts";
import { writeMarkdown } from "./markdown-writer.ts";
import type { Report } from "./report.ts";
import { reportDocument } from "./report-document.ts";
import { GENERATOR, MARKDOWN_MARK } from "./write-files.ts";

export type ReportFile = readonly [name: string, text: string];

/** The names of {@link reportFiles}. */
export const REPORT_FILES = ["report.json", "junit.xml", "index.html", "summary.md"];

export function reportFiles(report: Report): readonly ReportFile[] {
  const document = reportDocument(report);
  return [
    ["report.json", reportJson(report)],
    ["junit.xml", renderJunit(report)],
    ["index.html", writePage(document)],
    ["summary.md", `${MARKDOWN_MARK}\n${writeMarkdown(document)}`],
  ];
}

/** The report as JSON. Order ids are strings in it, with every digit. */
export function reportJson(report: Report): string {
  return `${JSON.stringify({ generator: GENERATOR, ...report }, undefined, 2)}\n`;
}
