/** The report in a test of one's own: as a text, and as an assertion. */
import { checkNames } from "../../spec/errors/checks.ts";
import type { Report } from "./schema.ts";
import { printReport } from "./writers/terminal/terminal.ts";

/** Columns of the text. */
const COLUMNS = 100;

/** The text that `orders-kit verify` prints, without colors. */
export function formatReport(report: Report): string {
  return printReport(report, { color: "never", columns: COLUMNS }).trim();
}

export interface ConformOptions {
  /** True if every clause must be proven. */
  readonly requireProven?: boolean | undefined;
}

/** Throws an Error with {@link formatReport} unless the deployment conforms, or violates nothing but what is known. */
export function expectConforms(report: Report, options: ConformOptions = {}): void {
  checkNames("expectConforms", options, "requireProven", "{ requireProven: true }");
  const { clauses, exitCode } = report;
  const gaps = clauses.filter(({ verdict, known }) => verdict !== "held" && !known);
  const isProven = clauses.some(({ verdict }) => verdict === "held");
  const missing = options.requireProven ? gaps.map(({ id }) => id) : [];
  // A run that has proven nothing is no pass.
  if (exitCode === 0 && isProven && missing.length === 0) return;
  const why =
    missing.length > 0 ? `Not proven, and all clauses must be: ${missing.join(", ")}.\n\n` : "";
  const error = new Error(`${why}${formatReport(report)}`);
  // The stack begins where the test calls.
  Error.captureStackTrace(error, expectConforms);
  throw error;
}
