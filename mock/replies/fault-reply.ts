/** Replies with a fault. Delays and broken connections are left to the adapter, as data on the reply. */

import type { Answers } from "../../spec/clauses/index.ts";
import { type ErrorCode, errorReply } from "./error-reply.ts";
import type { FaultEffect, Reply } from "./messages.ts";

const CODES: Readonly<Record<number, ErrorCode>> = {
  429: "too_many_requests",
  500: "internal_error",
  502: "bad_gateway",
  503: "service_unavailable",
  504: "gateway_timeout",
};

/** The Error for a status that a fault sets. */
export function faultReply(answers: Answers, status: number, { retryAfter }: FaultEffect): Reply {
  const code = CODES[status] ?? (status < 500 ? "request_refused" : "internal_error");
  return errorReply(answers, status, code, retryAfter === undefined ? [] : ["Retry-After", String(retryAfter)]);
}

export function withFaultEffect(reply: Reply, effect: FaultEffect): Reply {
  if (effect.fail !== "invalid-json" || reply.body.length === 0) return { ...reply, fault: effect };
  // An Error or a list without its last byte is not JSON. The pieces are shared with the world, not copied.
  const last = reply.body.at(-1)!;
  const body = [...reply.body.slice(0, -1), last.subarray(0, -1)];
  const length = String(body.reduce((sum, piece) => sum + piece.length, 0));
  const headers = reply.headers.map((text, at) => (reply.headers[at - 1] === "Content-Length" ? length : text));
  return { ...reply, headers, body, fault: effect };
}
