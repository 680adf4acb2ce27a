/** Where the contract, as spec/rulings.md reads it, differs from the description: Prism is right by the description only. */
import { match } from "../../spec/interface/match.ts";
import { isGood } from "../client/credentials.ts";
import { header } from "../client/exchange.ts";
import type { Explanation } from "./explanation.ts";
import { isDisputableStatus } from "./single-exchange.ts";
import { isInResponse, isUndocumentedStatus } from "./violation.ts";

export const RULINGS = [
  {
    id: "asked-to-wait",
    why: "429, and 503 with Retry-After, ask the client to wait, which the contract leaves open (silence rate-limits).",
    ignoresViolation: (violation, { response }) =>
      isInResponse(violation) &&
      (response.status === 429 || (response.status === 503 && header(response, "retry-after") !== undefined)),
  },
  {
    id: "malformed-id",
    why: "The response to an orderId that is not an int64 is a silence (malformed-id, id-beyond-int64), and so is its body.",
    ignoresViolation: (violation, { call, response }) =>
      isInResponse(violation) && !match(call.method, call.path).isValid && response.status >= 400,
  },
  {
    id: "disputable-status",
    why: "These statuses are advice: 400 for an id of 0 or below; for the list 203, 206 and 416 to a Range, a refusal of an undeclared query, and 406 to an Accept without JSON.",
    ignoresViolation: (violation, { call, response }) =>
      isInResponse(violation) && isDisputableStatus(call, response.status),
  },
  {
    id: "xml-on-request",
    why: "XML in response to a call that asks for it is advice.",
    ignoresViolation: (violation, { call, response }) =>
      isInResponse(violation) &&
      !isUndocumentedStatus(violation) &&
      /\bxml\b/i.test(header(response, "content-type") ?? "") &&
      (call.headers ?? []).some(([name]) => name.toLowerCase() === "accept"),
  },
  {
    id: "refusal-is-judged-by-status",
    why: "Where a bad key gets another status than 401, or the good key gets 401, the status is the violation and the body is not judged.",
    ignoresViolation: (violation, { call, response }) =>
      isInResponse(violation) &&
      !isUndocumentedStatus(violation) &&
      response.status >= 400 &&
      (response.status === 401) === isGood(call.credential),
  },
  {
    id: "empty-body-has-no-type",
    why: "Prism expects a media type even of an empty body; the missing body is reported separately.",
    ignoresViolation: (violation, { response }) =>
      violation.location.join() === "response" &&
      !isUndocumentedStatus(violation) &&
      response.body.length === 0 &&
      response.status !== 200,
  },
] as const satisfies readonly Explanation[];
