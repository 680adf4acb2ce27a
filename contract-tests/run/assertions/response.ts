/**
 * Judges the clauses that bind every response, whichever step sent the call: Error objects, and
 * responses without content.
 */

import type { ClauseId } from "../../../spec/clauses/index.ts";
import { match } from "../../../spec/interface/match.ts";
import type { Body } from "../../../spec/interface/operations.ts";
import { Decimal, isJsonObject, type JsonObject, stringifyJson } from "../../../spec/json/json.ts";
import { ERROR_FIELDS, isErrorField } from "../../../spec/schema/fields.ts";
import { integerValue } from "../../../spec/schema/integers.ts";
import { shorten } from "../../../spec/shorten.ts";
import { readableContent } from "../../client/content.ts";
import { isGood } from "../../client/credentials.ts";
import { type Exchange, header, type Response } from "../../client/exchange.ts";
import { isProbe } from "../../client/nature.ts";
import { isJson } from "../../client/outcome.ts";
import { expectJsonBody, jsonContent } from "./body.ts";
import type { Recorder } from "./finding.ts";
import { validateError } from "./schema.ts";

/**
 * Judges the body of a response by its status. The step that sent the call judges the status
 * itself, and order-list-body.ts the body of a list.
 */
export function assertResponse(exchange: Exchange, recorder: Recorder): void {
  const { call, response } = exchange;
  const { operation } = match(call.method, call.path);
  if (response === undefined || operation === undefined) return;
  if (exchange.credentialEchoed)
    recorder.advise("credential-echoed", "The response repeats the credential of the request.", [
      exchange,
    ]);
  // A service is free in how it refuses or represents what the contract does not describe.
  if (isProbe(call)) return;
  if (response.status !== 401) {
    const body = operation.bodies[response.status];
    return body && assertBody(body, exchange, response, recorder);
  }
  if (isGood(call.credential)) return;
  recorder.observe("challenge", challengeOf(header(response, "www-authenticate")));
  assertErrorBody(exchange, response, "auth-error-body", recorder);
}

function assertBody(body: Body, exchange: Exchange, response: Response, recorder: Recorder): void {
  switch (body.shape) {
    // order-list-body.ts judges the list.
    case "orders":
      return;
    case "nothing":
      return assertNoContent(exchange, response, body.clause, recorder);
    case "error":
      // A router may answer for ids below 1 (spec/rulings.md).
      if (isGood(exchange.call.credential) && !isOfRouter(exchange))
        assertErrorBody(exchange, response, body.clause, recorder);
      return;
    case "open":
      return assertConflictBody(exchange, response, recorder);
    default:
      body satisfies never;
  }
}

function assertNoContent(
  exchange: Exchange,
  response: Response,
  clause: ClauseId,
  recorder: Recorder,
): void {
  const bytes = response.trailingBytes + response.body.length;
  if (bytes > 0) {
    const detail = { expected: "no body", received: `${bytes} bytes` };
    const content = `The 204 is followed by ${bytes} bytes of content.`;
    return recorder.violated(clause, content, [exchange], detail);
  }
  const length = header(response, "content-length");
  const why = `The 204 has Content-Length ${length} and no content; RFC 9110 forbids the header.`;
  if (Number(length ?? 0) > 0) recorder.advise("length-of-nothing", why, [exchange]);
  recorder.held(clause);
}

function isOfRouter(exchange: Exchange): boolean {
  const { method, path } = exchange.call;
  return (match(method, path).orderId ?? 1n) <= 0n && !isJson(exchange);
}

/** `clause`: the clause that requires the Error body. */
function assertErrorBody(
  exchange: Exchange,
  response: Response,
  clause: ClauseId,
  recorder: Recorder,
): void {
  const refuse = (what: string, received?: string): void => {
    const detail = received === undefined ? {} : { expected: "an Error object", received };
    recorder.violated(clause, `The ${what}.`, [exchange], detail);
  };
  const { status } = response;
  if (response.body.length === 0) return refuse(`${status} has no body`, "no body");
  const body = expectJsonBody(exchange, response, recorder);
  if (body === "unknown") return;
  if (body === undefined) return refuse(`body of the ${status} is not an Error object`);
  const { value, duplicates } = body;
  if (!isJsonObject(value))
    return refuse(`body of the ${status} is not a JSON object`, shorten(body.text));
  // If a violation is recorded as well, it takes precedence.
  recorder.held(clause, ...Object.values(ERROR_FIELDS).map((field) => field.clause));
  const violate = (field: string, problem: string): void => {
    const violated = isErrorField(field) ? ERROR_FIELDS[field].clause : clause;
    recorder.violated(violated, `${field} of the Error ${problem}.`, [exchange], {
      received: problem,
      path: isErrorField(field) ? [field] : [],
    });
  };
  const faults = validateError(value);
  for (const { path, problem } of faults) violate(String(path[0] ?? "the body"), problem);
  for (const { name, same } of duplicates)
    if (same || !isErrorField(name))
      recorder.advise("duplicate-name", `The Error has the member ${shorten(name)} twice.`, [
        exchange,
      ]);
    else violate(name, "occurs twice, with different values");
  if (
    !faults.some(({ path }) => path[0] === "status") &&
    integerValue(value.status) !== BigInt(status)
  )
    violate(
      "status",
      `is ${shorten(stringifyJson(value.status))} in a response with status ${status}`,
    );
  if (value.status instanceof Decimal)
    recorder.advise(
      "integer-form",
      `status of the Error is written as ${shorten(value.status.text)}.`,
      [exchange],
    );
  if (typeof value.code === "string")
    recorder.observe("error-codes", `${status}: ${shorten(value.code)}`);
}

/**
 * The contract shows no body for 409. An Error, text or no body is an answer to an open question;
 * anything else is advice.
 */
function assertConflictBody(exchange: Exchange, response: Response, recorder: Recorder): void {
  if (response.body.length === 0) return recorder.observe("conflict-body", "none");
  const text = Buffer.from(readableContent(response)).toString("utf8").trim();
  const advise = (why: string): void => {
    recorder.observe("conflict-body", "something else");
    recorder.advise("conflict-body", why, [exchange]);
  };
  if (
    /^<(?:!doctype|html|\?xml|[a-z]+)/i.test(text) ||
    /html/i.test(header(response, "content-type") ?? "")
  )
    return advise("The body of the 409 is HTML; the rest of the interface is JSON.");
  if (!text.startsWith("{")) return recorder.observe("conflict-body", "text");
  const body = jsonContent(response);
  if (body === undefined)
    return advise("The body of the 409 starts like a JSON object and is not JSON.");
  const [fault] = validateError(body);
  if (fault !== undefined)
    return advise(
      `The body of the 409 is a JSON object, but not an Error: ${fault.path.join(".")} ${fault.problem}.`,
    );
  const { status } = body as JsonObject;
  if (integerValue(status) !== 409n)
    return advise(`status of the Error in the 409 is ${shorten(stringifyJson(status))}.`);
  recorder.observe("conflict-body", "error");
}

/** Returns the answer to the open question `challenge`, or the challenge itself. */
function challengeOf(wwwAuthenticate: string | undefined): string {
  if (wwwAuthenticate === undefined) return "none";
  if (/^bearer\s*$/i.test(wwwAuthenticate)) return "bare";
  return /^bearer\s/i.test(wwwAuthenticate) ? "rfc6750" : shorten(wwwAuthenticate);
}
