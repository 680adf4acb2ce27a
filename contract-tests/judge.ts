/** What binds every response, whichever check asked for it: the form of bodies, Error objects, empty answers. */
import type { ClauseId } from "../spec/clauses/index.ts";
import { wholeValue } from "../spec/exact-values.ts";
import { Decimal, type JsonObject } from "../spec/json.ts";
import { type OperationId, routePath } from "../spec/operations.ts";
import { validateError } from "../spec/validate.ts";
import { readBody, type Sink } from "./body.ts";
import { type Call, type Credential, type Exchange, header, type Response } from "./exchange.ts";

/** The operation that a call asks for; `known` is false when its parameter is not what the contract declares. */
export function operationOf(call: Call): { id: OperationId; known: boolean } | undefined {
  const route = routePath(call.path);
  if (route === undefined || route.operation.method !== call.method) return undefined;
  return { id: route.operation.id, known: route.operation.id !== "cancelOrder" || route.orderId !== undefined };
}

/** Credentials that hold the good key in a form that a deployment may well take. */
const GOOD: readonly Credential[] = ["good", "lower-case-scheme", "upper-case-scheme", "two-spaces"];

/**
 * Judges what a response carries by its status; whether the status itself is right is for the check to say. The body of
 * a list is not judged here (order-list.ts), nor are the answers that the contract leaves open.
 */
export function judgeResponse(exchange: Exchange, sink: Sink): void {
  const { call, response } = exchange;
  const operation = operationOf(call);
  if (response === undefined || operation === undefined) return;
  if (exchange.credentialEchoed)
    sink.advise("credential-echoed", "The response repeats the credential that the request carried.", [exchange]);
  const good = GOOD.includes(call.credential);
  switch (response.status) {
    case 204:
      if (operation.id === "cancelOrder") judgeNoContent(exchange, response, sink);
      return;
    case 401:
      if (!good) observeChallenge(response, sink);
      if (!good) judgeError(exchange, response, "auth-error-body", sink);
      return;
    case 404:
      if (operation.id === "cancelOrder" && operation.known && good)
        judgeError(exchange, response, "not-found-error-body", sink);
      return;
    case 409:
      if (operation.id === "cancelOrder") judgeConflict(exchange, response, sink);
  }
}

function judgeNoContent(exchange: Exchange, response: Response, sink: Sink): void {
  const bytes = response.trailingBytes + response.body.length;
  if (bytes > 0)
    return sink.violated("cancel-no-content", `The 204 is followed by ${bytes} bytes of content.`, [exchange], {
      expected: "no body",
      received: `${bytes} bytes`,
    });
  const length = header(response, "content-length");
  if (length !== undefined && Number(length) > 0)
    sink.advise(
      "length-of-nothing",
      `The 204 announces ${length} bytes of content and sends none (RFC 9110 forbids the field).`,
      [exchange],
    );
  sink.held("cancel-no-content");
}

/** Judges an Error body; `clause` says that there must be one. */
function judgeError(exchange: Exchange, response: Response, clause: ClauseId, sink: Sink): void {
  if (response.body.length === 0)
    return sink.violated(clause, `The ${response.status} has no body.`, [exchange], {
      expected: "an Error object",
      received: "no body",
    });
  const body = readBody(exchange, response, sink);
  if (body === undefined)
    return sink.violated(clause, `The body of the ${response.status} is no Error object.`, [exchange]);
  const { value, duplicates } = body;
  if (value === null || typeof value !== "object" || Array.isArray(value) || value instanceof Decimal)
    return sink.violated(clause, `The body of the ${response.status} is no JSON object.`, [exchange], {
      expected: "an Error object",
      received: body.text.slice(0, 60),
    });
  sink.held(clause);
  const blamed = new Set<ClauseId>();
  const blame = (field: string, problem: string): void => {
    const broken = ERROR_CLAUSES[field] ?? clause;
    blamed.add(broken);
    sink.violated(broken, `${field} of the Error ${problem}.`, [exchange], { received: problem });
  };
  for (const { path, problem } of validateError(value)) blame(String(path[0] ?? "the body"), problem);
  for (const { name, same } of duplicates)
    if (same || !(name in ERROR_CLAUSES))
      sink.advise("duplicate-name", `The Error has the member ${name} twice.`, [exchange]);
    else blame(name, "stands twice, with different values");
  if (!blamed.has("error-status") && wholeValue(value.status) !== BigInt(response.status))
    blame("status", `is ${shown(value.status)} in a response with status ${response.status}`);
  if (value.status instanceof Decimal)
    sink.advise("integer-form", `status of the Error is written ${value.status.text}.`, [exchange]);
  for (const held of Object.values(ERROR_CLAUSES)) if (!blamed.has(held)) sink.held(held);
  if (typeof value.code === "string") sink.observe("error-codes", `${response.status}: ${value.code.slice(0, 60)}`);
}

const ERROR_CLAUSES: Readonly<Record<string, ClauseId>> = {
  code: "error-code",
  message: "error-message",
  status: "error-status",
};

function shown(value: JsonObject[string] | undefined): string {
  return String(value);
}

/** The contract shows no body for the 409: an Error, text or nothing is a silence, the rest is advice. */
function judgeConflict(exchange: Exchange, response: Response, sink: Sink): void {
  if (response.body.length === 0) return sink.observe("conflict-body", "none");
  const text = Buffer.from(response.body).toString("utf8").trim();
  const advise = (why: string): void => {
    sink.observe("conflict-body", "something else");
    sink.advise("conflict-body", why, [exchange]);
  };
  if (/^<(?:!doctype|html|\?xml|[a-z]+)/i.test(text) || /html/i.test(header(response, "content-type") ?? ""))
    return advise("The body of the 409 is HTML, where the rest of the interface is JSON.");
  if (!text.startsWith("{")) return sink.observe("conflict-body", "text");
  const silent: Sink = { held: () => {}, violated: () => {}, advise: () => {}, observe: () => {} };
  const body = readBody(exchange, response, silent);
  if (body === undefined) return advise("The body of the 409 starts as a JSON object and is none.");
  const problems = validateError(body.value);
  if (problems.length > 0)
    return advise(
      `The body of the 409 is a JSON object and no Error: ${problems[0]?.path.join(".")} ${problems[0]?.problem}.`,
    );
  const { status } = body.value as JsonObject;
  if (wholeValue(status) !== 409n) return advise(`The Error in the 409 says status ${shown(status)}.`);
  sink.observe("conflict-body", "error");
}

function observeChallenge(response: Response, sink: Sink): void {
  const challenge = header(response, "www-authenticate");
  if (challenge === undefined) sink.observe("challenge", "none");
  else
    sink.observe(
      "challenge",
      /^bearer\s*$/i.test(challenge) ? "bare" : /^bearer\s/i.test(challenge) ? "rfc6750" : challenge.slice(0, 80),
    );
}
