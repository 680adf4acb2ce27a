/** The package `orders-kit`: judge a deployment, start the mock, and the types of both. */
export type { Evidence, Verdict } from "./contract-tests/check.ts";
export type { ClauseReport, Report } from "./contract-tests/report.ts";
export { type VerifyOptions, verify } from "./contract-tests/verify.ts";
export { type MockOptions, type RunningMock, startMock } from "./mock/server.ts";
export {
  ASIDES,
  CLAUSES,
  type Clause,
  type ClauseId,
  SILENCES,
  type Silence,
  type SilenceId,
} from "./spec/clauses/index.ts";
export type { components, operations, paths } from "./spec/generated/types.ts";
export { Decimal, type Json, type JsonObject, parseJson, stringifyJson } from "./spec/json.ts";
export { UserError } from "./spec/problems.ts";
