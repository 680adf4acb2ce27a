/** The report in a test of one's own: as a text, and as an assertion. */
import type { Report } from "./report.ts";
import { printReport } from "./terminal/terminal.ts";

/** Columns of the text. */
const COLUMNS = 100;

/** What `orders-kit verify` prints, without colors. */
export function formatReport(report: Report): string {
  return printReport(report, { color: "never", columns: COLUMNS }).trim();
}

export interface ConformOptions {
  /** Whether every clause must be proven. */
  readonly requireProven?: boolean | undefined;
}

/** Throws an Error with {@link formatReport} unless the deployment conforms, or violates nothing but what is known. */
export function expectConforms(
  report: Report,
  { requireProven = false }: ConformOptions = {},
): void {
  const held = report.clauses.filter(({ verdict }) => verdict === "held");
  // A run that has proven nothing is no pass.
  const needed = requireProven ? report.clauses.length : 1;
  if (report.exitCode === 0 && held.length >= needed) return;
  const error = new Error(formatReport(report));
  // The stack begins where the test calls.
  Error.captureStackTrace(error, expectConforms);
  throw error;
}
