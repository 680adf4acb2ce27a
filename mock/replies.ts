/** The answers that never change, laid out once for the answers to the silences that a service gives. */
import type { Answers } from "../spec/clauses/index.ts";
import { stringifyJson } from "../spec/json.ts";

/** What goes back. The same object for the same answer where possible, so that adapters can keep what they make of it. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn; Content-Length among them, unless the status allows none. */
  readonly headers: readonly string[];
  /** Bytes that follow the headers: none for 204 and for HEAD. They never change. */
  readonly body: readonly Uint8Array[];
}

const encoder = new TextEncoder();
const NO_BODY: readonly Uint8Array[] = [];
export const JSON_TYPE = ["Content-Type", "application/json"] as const;

export function jsonReply(status: number, body: readonly Uint8Array[], headers: readonly string[] = []): Reply {
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  return { status, headers: [...JSON_TYPE, "Content-Length", String(length), ...headers], body };
}

export function emptyReply(status: number, headers: readonly string[] = []): Reply {
  return { status, headers: status === 204 ? headers : ["Content-Length", "0", ...headers], body: NO_BODY };
}

export function withHeaders(reply: Reply, headers: readonly string[]): Reply {
  return { ...reply, headers: [...reply.headers, ...headers] };
}

/** The reply to HEAD: the headers of GET, Content-Length among them, and no body. */
export function withoutBody(reply: Reply): Reply {
  return reply.body.length === 0 ? reply : { ...reply, body: NO_BODY };
}

/** A code in words, and a message for people. No message repeats what the client sent: it could be a credential. */
const ERRORS = {
  bad_request: "The request cannot be understood.",
  body_not_taken: "No operation takes a request body.",
  unauthorized: "The API key is missing or invalid: send it as Authorization: Bearer <API_KEY>.",
  path_not_found: "Nothing is served at this path.",
  order_not_found: "No order has this identifier.",
  order_id_malformed: "The identifier of an order is an integer from -9223372036854775808 to 9223372036854775807.",
  pet_not_found: "No pet has this identifier.",
  pets_gone: "The pets operation is past its sunset.",
  method_not_allowed: "This path does not have this method; Allow names those that it has.",
  order_shipped: "The order has already shipped and can no longer be cancelled.",
  order_cancelled: "The order has already been cancelled.",
  too_many_requests: "Too many requests: wait as long as Retry-After says.",
  request_timeout: "The request did not arrive in time.",
  headers_too_large: "The headers of the request are larger than 16 KB.",
} as const;
type ErrorCode = keyof typeof ERRORS;

/** An Error as the contract has it (section Error), its code written as `error-codes` says. */
export function errorReply(
  answers: Pick<Answers, "error-codes">,
  status: number,
  code: ErrorCode,
  headers: readonly string[] = [],
): Reply {
  const written = { words: code, capitals: code.toUpperCase(), digits: String(status) }[answers["error-codes"]];
  const body = encoder.encode(stringifyJson({ code: written, message: ERRORS[code], status }));
  return jsonReply(status, [body], headers);
}

const MALFORMED_STATUS = { "not-found": 404, "bad-request": 400, unprocessable: 422 } as const;
/** The mock's own dates: deprecated since 2026-01-01, gone after 2027. */
const DEPRECATION = ["Deprecation", "@1767225600"];
const SUNSET = ["Sunset", "Fri, 31 Dec 2027 23:59:59 GMT"];
const PETS_HEADERS = { both: [...DEPRECATION, ...SUNSET], deprecation: DEPRECATION, none: [] } as const;

export type Replies = ReturnType<typeof prepareReplies>;

/** Every constant answer of a service. */
export function prepareReplies(answers: Answers) {
  const error = (status: number, code: ErrorCode, headers?: readonly string[]): Reply =>
    errorReply(answers, status, code, headers);
  const challenge = (error: string): readonly string[] => {
    if (answers.challenge === "none") return [];
    return ["WWW-Authenticate", answers.challenge === "bare" ? "Bearer" : `Bearer realm="orders"${error}`];
  };
  const conflict = (code: "order_shipped" | "order_cancelled"): Reply => {
    if (answers["conflict-body"] === "none") return emptyReply(409);
    if (answers["conflict-body"] === "error") return error(409, code);
    const body = encoder.encode(ERRORS[code]);
    return {
      status: 409,
      headers: ["Content-Type", "text/plain; charset=utf-8", "Content-Length", String(body.length)],
      body: [body],
    };
  };
  const orderNotFound = error(404, "order_not_found");
  const refusedId = (answer: Answers["malformed-id"]): Reply =>
    answer === "not-found" ? orderNotFound : error(MALFORMED_STATUS[answer], "order_id_malformed");
  const allowed = (allow: string): { other: Reply; options: Reply } => {
    const list = answers.cors === "any" ? `${allow}, OPTIONS` : allow;
    const other =
      answers["other-methods"] === "not-found"
        ? error(404, "path_not_found")
        : error(405, "method_not_allowed", ["Allow", list]);
    return { other, options: answers.cors === "any" ? emptyReply(204, ["Allow", list]) : other };
  };
  const readable = answers.head === "like-get" ? "GET, HEAD" : "GET";
  return {
    /** RFC 6750, section 3.1: no error code for a request that brought no bearer token. */
    keyMissing: error(401, "unauthorized", challenge("")),
    keyWrong: error(401, "unauthorized", challenge(', error="invalid_token"')),
    cancelled: emptyReply(204),
    shipped: conflict("order_shipped"),
    cancelledBefore: answers["second-cancel"] === "conflict" ? conflict("order_cancelled") : orderNotFound,
    orderNotFound,
    malformedId: refusedId(answers["malformed-id"]),
    idBeyondInt64: refusedId(answers["id-beyond-int64"]),
    otherPath: answers["other-paths"] === "empty" ? emptyReply(404) : error(404, "path_not_found"),
    petsHeaders: PETS_HEADERS[answers["deprecation-headers"]],
    petNotFound: error(404, "pet_not_found"),
    petsGone: error(410, "pets_gone"),
    bodyRefused: error(400, "body_not_taken"),
    limited: error(429, "too_many_requests", ["Retry-After", "0"]),
    methods: {
      listOrders: allowed(readable),
      cancelOrder: allowed("DELETE"),
      getPet: allowed(readable),
    },
  } as const;
}
