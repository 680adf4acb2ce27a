/** A reply as trouble leaves it. What takes time or breaks a connection stays a note on it, for the adapter to carry out. */
import type { Answers } from "../spec/clauses/index.ts";
import type { Trouble } from "./faults.ts";
import { type ErrorCode, errorReply, type Reply } from "./replies.ts";

const CODES: Readonly<Record<number, ErrorCode>> = {
  429: "too_many_requests",
  500: "internal_error",
  502: "bad_gateway",
  503: "service_unavailable",
  504: "gateway_timeout",
};

/** The Error of a status that a fault answers with. */
export function faultReply(answers: Answers, status: number, { retryAfter }: Trouble): Reply {
  const code = CODES[status] ?? (status < 500 ? "request_refused" : "internal_error");
  return errorReply(answers, status, code, retryAfter === undefined ? [] : ["Retry-After", String(retryAfter)]);
}

export function spoil(reply: Reply, trouble: Trouble): Reply {
  if (trouble.fail !== "invalid-json" || reply.body.length === 0) return { ...reply, trouble };
  // Without its last byte no JSON text is whole. The pieces stay those of the world: nothing is copied.
  const last = reply.body.at(-1)!;
  const body = [...reply.body.slice(0, -1), last.subarray(0, -1)];
  const length = String(body.reduce((sum, piece) => sum + piece.length, 0));
  const headers = reply.headers.map((text, at) => (reply.headers[at - 1] === "Content-Length" ? length : text));
  return { ...reply, headers, body, trouble };
}
