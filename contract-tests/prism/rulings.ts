/** Where the description says less than the contract as we read it (spec/clauses): Prism is right by the description, and not listened to. */
import { header } from "../exchange.ts";
import { operationOf } from "../judge.ts";
import { hasGoodKey, isDisputableStatus, isUndocumentedStatus } from "./alone.ts";
import type { Artefact } from "./artefacts.ts";
import type { PrismSaying } from "./saying.ts";

const ofResponse = ({ location }: PrismSaying): boolean => location[0] === "response";

export const RULINGS = [
  {
    id: "asked-to-wait",
    why: "429, and 503 with Retry-After, ask a client to wait, which the contract leaves open (silence rate-limits).",
    filters: (saying, { response }) =>
      ofResponse(saying) &&
      (response.status === 429 || (response.status === 503 && header(response, "retry-after") !== undefined)),
  },
  {
    id: "malformed-id",
    why: "What an orderId that is no int64 gets is a silence (malformed-id, id-beyond-int64), its body too.",
    filters: (saying, { call, response }) =>
      ofResponse(saying) && operationOf(call)?.known === false && response.status >= 400,
  },
  {
    id: "disputable-status",
    why: "400 to an id of 0 or below; 203, 206 and 416 to a Range, a refusal of an undeclared query, 406 to an Accept without JSON for the list: advice.",
    filters: (saying, { call, response }) => ofResponse(saying) && isDisputableStatus(call, response.status),
  },
  {
    id: "xml-on-request",
    why: "XML to a call that asks for it is advice.",
    filters: (saying, { call, response }) =>
      ofResponse(saying) &&
      !isUndocumentedStatus(saying) &&
      /\bxml\b/i.test(header(response, "content-type") ?? "") &&
      (call.headers ?? []).some(([name]) => name.toLowerCase() === "accept"),
  },
  {
    id: "refusal-is-judged-by-status",
    why: "Where a bad key gets another status than 401, or the good one gets it, the status is the fault and the body is not looked at.",
    filters: (saying, exchange) =>
      ofResponse(saying) &&
      !isUndocumentedStatus(saying) &&
      exchange.response.status >= 400 &&
      (exchange.response.status === 401) === hasGoodKey(exchange.call),
  },
  {
    id: "empty-body-has-no-type",
    why: "Prism asks an empty body for its media type; that the body is missing is said apart.",
    filters: (saying, { response }) =>
      saying.location.join() === "response" &&
      !isUndocumentedStatus(saying) &&
      response.body.length === 0 &&
      response.status !== 200,
  },
] as const satisfies readonly Artefact[];
