/** Errors as the contract defines them (section Error), including those of faults. */

import type { ErrorText } from "../../scenarios/error-texts.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import { bodyReply, type FaultEffect, type Reply } from "./call-and-reply.ts";

const encoder = new TextEncoder();

/**
 * Error codes and messages. No message repeats what the client sent, which could be a credential.
 */
export const ERROR_MESSAGES = {
  bad_request: "The request cannot be understood.",
  body_not_taken: "No operation takes a request body.",
  unauthorized: "The API key is missing or invalid: send it as Authorization: Bearer <API_KEY>.",
  path_not_found: "Nothing is served at this path.",
  order_not_found: "No order has this identifier.",
  order_id_malformed:
    "The identifier of an order is an integer from -9223372036854775808 to 9223372036854775807.",
  pet_not_found: "No pet has this identifier.",
  pets_gone: "The pets operation is past its sunset.",
  method_not_allowed: "This path does not have this method; Allow names those that it has.",
  order_shipped: "The order has already shipped and can no longer be cancelled.",
  order_cancelled: "The order has already been cancelled.",
  request_refused: "The request is refused, by a fault of the scenario.",
  internal_error: "The service has failed, by a fault of the scenario.",
  bad_gateway: "The service behind the gateway has failed, by a fault of the scenario.",
  service_unavailable: "The service is not available, by a fault of the scenario.",
  gateway_timeout: "The service behind the gateway did not answer, by a fault of the scenario.",
  mock_failed: "The mock itself has failed, which is a mistake in it: its output says more.",
  store_unavailable: "The store that the replicas of this mock share does not answer.",
  too_many_requests: "Too many requests: wait as long as Retry-After says.",
  request_timeout: "The request did not arrive in time.",
  https_required: "This port takes HTTPS: use https:// in the address.",
  headers_too_large: "The headers of the request are larger than 16 KB.",
} as const;
export type ErrorCode = keyof typeof ERROR_MESSAGES;

/**
 * An Error (section Error) with its code formatted as `error-codes` says; `text` replaces code and
 * message.
 */
export function errorReply(
  answers: Pick<Answers, "error-codes">,
  status: number,
  code: ErrorCode,
  headers: readonly string[] = [],
  text: ErrorText = {},
): Reply {
  const formatted = { words: code, capitals: code.toUpperCase(), digits: String(status) }[
    answers["error-codes"]
  ];
  const body = encoder.encode(
    stringifyJson({ code: formatted, message: ERROR_MESSAGES[code], ...text, status }),
  );
  return bodyReply(status, body, headers);
}

/** Error codes of faults. */
const CODES: Readonly<Record<number, ErrorCode>> = {
  429: "too_many_requests",
  500: "internal_error",
  502: "bad_gateway",
  503: "service_unavailable",
  504: "gateway_timeout",
};

/** The Error for a status that a fault sets. */
export function faultReply(answers: Answers, status: number, headers: readonly string[]): Reply {
  const code = CODES[status] ?? (status < 500 ? "request_refused" : "internal_error");
  return errorReply(answers, status, code, headers);
}

/** The Retry-After header, if the fault has one. */
export function retryAfterOf({ retryAfter }: FaultEffect): readonly string[] {
  return retryAfter === undefined ? [] : ["Retry-After", String(retryAfter)];
}

/**
 * Adds a fault to a reply. Delays and broken connections become data on the reply, for the adapter
 * to apply.
 */
export function withFaultEffect(reply: Reply, effect: FaultEffect): Reply {
  if (effect.fail !== "invalid-json" || reply.body.length === 0) return { ...reply, fault: effect };
  // An Error or a list without its last byte is not JSON.
  const body = reply.body.subarray(0, -1);
  const headers = reply.headers.map((text, at) =>
    reply.headers[at - 1] === "Content-Length" ? String(body.length) : text,
  );
  return { ...reply, headers, body, fault: effect };
}
