/** The answers that never change, laid out once for the answers to the silences that a service gives. */
import type { Answers } from "../spec/clauses/index.ts";
import { stringifyJson } from "../spec/json.ts";
import type { Profile, ProfileReply } from "../spec/profile-shape.ts";
import type { SituationId } from "../spec/situations.ts";
import type { Trouble } from "./faults.ts";
import { type Prepared, state } from "./stated.ts";

/** What goes back. The same object for the same answer where possible, so that adapters can keep what they make of it. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn; Content-Length among them, unless the status allows none. */
  readonly headers: readonly string[];
  /** Bytes that follow the headers: none for 204 and for HEAD. They never change. */
  readonly body: readonly Uint8Array[];
  /** What the scenario does to it on its way; most replies arrive. */
  readonly trouble?: Trouble;
}

const encoder = new TextEncoder();
const NO_BODY: readonly Uint8Array[] = [];
const JSON_TYPE = ["Content-Type", "application/json"] as const;

export function jsonReply(
  status: number,
  body: readonly Uint8Array[],
  headers: readonly string[] = [],
  type: string = JSON_TYPE[1],
): Reply {
  const length = body.reduce((sum, piece) => sum + piece.length, 0);
  return { status, headers: ["Content-Type", type, "Content-Length", String(length), ...headers], body };
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
  request_refused: "The request is refused, by a fault of the scenario.",
  internal_error: "The service has failed, by a fault of the scenario.",
  bad_gateway: "The service behind the gateway has failed, by a fault of the scenario.",
  service_unavailable: "The service is not available, by a fault of the scenario.",
  gateway_timeout: "The service behind the gateway did not answer, by a fault of the scenario.",
  too_many_requests: "Too many requests: wait as long as Retry-After says.",
  request_timeout: "The request did not arrive in time.",
  headers_too_large: "The headers of the request are larger than 16 KB.",
} as const;
export type ErrorCode = keyof typeof ERRORS;

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
const PETS_HEADERS = { both: [...DEPRECATION, ...SUNSET], deprecation: DEPRECATION, sunset: SUNSET, none: [] } as const;

/** The contract shows no field of a pet; the identifier that was asked for is the least that can be said. */
const PET: ProfileReply = { status: 200, body: "json", fields: { id: ["integer"] } };
const PET_WORDING = { code: "pet_not_found", message: ERRORS.pet_not_found };

/** Whether a profile leaves it to the mock what a pet looks like. */
function isPet({ body, fields }: ProfileReply): boolean {
  return fields === undefined && (body === undefined || body === "json");
}

export type Replies = ReturnType<typeof prepareReplies>;

/** Every constant answer of a service, by what it was asked for; what a profile states of them stands above the mock's own. */
export function prepareReplies(answers: Answers, stated: Profile["replies"] = {}) {
  const as = (situation: SituationId, code: ErrorCode, own: Reply): Prepared =>
    state(own, stated[situation], { code, message: ERRORS[code] });
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
  const orderNotFound = as("order-unknown", "order_not_found", error(404, "order_not_found"));
  const refusedId = (answer: Answers["malformed-id"]): Reply =>
    answer === "not-found" ? orderNotFound : error(MALFORMED_STATUS[answer], "order_id_malformed");
  const malformedId = as("id-malformed", "order_id_malformed", refusedId(answers["malformed-id"]));
  const cancelledAgain = answers["second-cancel"] === "conflict" ? conflict("order_cancelled") : orderNotFound;
  const allowed = (allow: string, own: ProfileReply | undefined): { other: Prepared; options: Reply } => {
    const list = answers.cors === "any" ? `${allow}, OPTIONS` : allow;
    const other =
      answers["other-methods"] === "not-found"
        ? error(404, "path_not_found")
        : error(405, "method_not_allowed", ["Allow", list]);
    const prepared = state(other, own, { code: "method_not_allowed", message: ERRORS.method_not_allowed });
    return { other: prepared, options: answers.cors === "any" ? emptyReply(204, ["Allow", list]) : prepared };
  };
  /** The profile's Allow is that of one order's path; the others have their own, where there is one at all. */
  const allowedElsewhere = (allow: string): ReturnType<typeof allowed> => {
    const { headers, ...own } = stated["other-method"] ?? {};
    const { Allow: stands, ...rest } = headers ?? {};
    const given = stands === undefined ? rest : { ...rest, Allow: allow };
    return allowed(allow, stated["other-method"] && { ...own, ...(headers && { headers: given }) });
  };
  const readable = answers.head === "like-get" ? "GET, HEAD" : "GET";
  return {
    /** RFC 6750, section 3.1: no error code for a request that brought no bearer token. */
    keyMissing: as("key-missing", "unauthorized", error(401, "unauthorized", challenge(""))),
    keyWrong: as("key-wrong", "unauthorized", error(401, "unauthorized", challenge(', error="invalid_token"'))),
    list: { type: stated.list?.type ?? JSON_TYPE[1], headers: Object.entries(stated.list?.headers ?? {}).flat() },
    cancelled: as("cancelled", "order_cancelled", emptyReply(204)),
    shipped: as("order-shipped", "order_shipped", conflict("order_shipped")),
    cancelledBefore: as("order-cancelled", "order_cancelled", cancelledAgain),
    orderNotFound,
    malformedId,
    badEscape: as("id-bad-escape", "order_id_malformed", malformedId),
    idBeyondInt64: as("id-beyond-int64", "order_id_malformed", refusedId(answers["id-beyond-int64"])),
    otherPath: as(
      "other-path",
      "path_not_found",
      answers["other-paths"] === "empty" ? emptyReply(404) : error(404, "path_not_found"),
    ),
    petsHeaders: stated.pets?.headers === undefined ? PETS_HEADERS[answers["deprecation-headers"]] : [],
    petNotFound: as("pets", "pet_not_found", error(404, "pet_not_found")),
    petsGone: as("pets", "pets_gone", error(410, "pets_gone")),
    /** Only where a profile says what a pet looks like. */
    pet: stated.pets && state(emptyReply(200), { ...(isPet(stated.pets) && PET), ...stated.pets }, PET_WORDING),
    bodyRefused: as("body-refused", "body_not_taken", error(400, "body_not_taken")),
    limited: as("rate-limited", "too_many_requests", error(429, "too_many_requests", ["Retry-After", "0"])),
    methods: {
      listOrders: allowedElsewhere(readable),
      cancelOrder: allowed("DELETE", stated["other-method"]),
      getPet: allowedElsewhere(readable),
    },
    head: stated.head,
    preflight: stated.preflight,
  } as const;
}
