/** The report as the text of report.json. Order ids are strings in it, with every digit. */
import type { Report } from "../schema.ts";

export function renderJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
