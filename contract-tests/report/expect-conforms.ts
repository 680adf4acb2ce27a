/** For tests of your own: the report as a text and as an assertion. */
import { checkNames } from "../../spec/errors/checks.ts";
import type { Report } from "./schema.ts";
import { printReport } from "./writers/terminal/terminal.ts";

/** Width of the text. */
const COLUMNS = 100;

/** Returns the text that `orders-kit verify` prints, without colors. */
export function formatReport(report: Report): string {
  return printReport(report, { color: "never", columns: COLUMNS }).trim();
}

export interface ConformOptions {
  /** Every clause must be held. */
  readonly requireProven?: boolean | undefined;
}

/**
 * Throws an Error with {@link formatReport} unless the deployment conforms or has only known
 * violations.
 */
export function expectConforms(report: Report, options: ConformOptions = {}): void {
  checkNames("expectConforms", options, "requireProven", "{ requireProven: true }");
  const { clauses, exitCode } = report;
  const gaps = clauses.filter(({ verdict, known }) => verdict !== "held" && !known);
  const isProven = clauses.some(({ verdict }) => verdict === "held");
  const missing = options.requireProven ? gaps.map(({ id }) => id) : [];
  // A run that has proven nothing does not pass.
  if (exitCode === 0 && isProven && missing.length === 0) return;
  const why =
    missing.length > 0
      ? `Unproven, and all clauses must be proven: ${missing.join(", ")}.\n\n`
      : "";
  const error = new Error(`${why}${formatReport(report)}`);
  // Makes the stack begin at the test's own call.
  Error.captureStackTrace(error, expectConforms);
  throw error;
}
