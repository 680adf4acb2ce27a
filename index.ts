/**
 * The package `orders-kit`: judges a deployment, starts the mock, and exports the types of both.
 */
import type { Report } from "./contract-tests/report/schema.ts";
import type { VerifyOptions } from "./contract-tests/verify.ts";

export {
  type ConformOptions,
  expectConforms,
  formatReport,
} from "./contract-tests/report/expect-conforms.ts";
export type { ClauseReport, Evidence, Report } from "./contract-tests/report/schema.ts";
export type { Verdict } from "./contract-tests/run/assertions/finding.ts";
export type { VerifyOptions } from "./contract-tests/verify.ts";
export * from "./index-browser.ts";
export { type MockOptions, type RunningMock, startMock } from "./mock/http/server.ts";
export type { Clause, ClauseId, OpenQuestion, OpenQuestionId } from "./spec/clauses/index.ts";
export type { Json, JsonObject } from "./spec/json/json.ts";
export type { components, operations, paths } from "./spec/schema/generated/types.ts";

/**
 * Judges a deployment. Throws a UserError if the options or the configuration are wrong. If the
 * target cannot be judged, the report's verdict is `not-judged`.
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  // Loaded on the first call: many programs import the package only to start the mock.
  return (await import("./contract-tests/verify.ts")).verify(options);
}
