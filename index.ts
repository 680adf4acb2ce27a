/** The package `orders-kit`: judge a deployment, start the mock, and the types of both. */

export {
  type ConformOptions,
  expectConforms,
  formatReport,
} from "./contract-tests/report/expect-conforms.ts";
export type { ClauseReport, Evidence, Report } from "./contract-tests/report/schema.ts";
export type { Verdict } from "./contract-tests/run/assertions/finding.ts";
export type { VerifyOptions } from "./contract-tests/verify.ts";
export { verify } from "./contract-tests/verify-on-demand.ts";
export * from "./index-browser.ts";
export { type MockOptions, type RunningMock, startMock } from "./mock/http/server.ts";
export type { Clause, ClauseId, Silence, SilenceId } from "./spec/clauses/index.ts";
export type { Json, JsonObject } from "./spec/json/json.ts";
export type { components, operations, paths } from "./spec/schema/generated/types.ts";
