/** Renders report.json. Order ids are strings with every digit. */
import type { Report } from "../schema.ts";

export function renderJson(report: Report): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
