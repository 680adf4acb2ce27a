/**
 * The situations whose replies can differ between sound deployments: in code, message and headers, or in the body where that
 * is open. A profile has the replies of a deployment by these ids, and the mock uses them.
 */
import type { SilenceId } from "../clauses/index.ts";

/** `text` has any media type, `json` is not an Error. */
const BODIES = ["none", "error", "json", "text"] as const;
export type BodyForm = (typeof BODIES)[number];

export interface Situation {
  readonly id: string;
  /** The request, as a noun phrase. */
  readonly request: string;
  /** Open where the contract does not specify one. */
  readonly status: number | "open";
  /** The bodies of sound deployments, the default first. */
  readonly bodies: readonly BodyForm[];
  /** The silence that the reply answers. */
  readonly silence?: SilenceId;
  /** The answer to the silence by status. */
  readonly answers?: Readonly<Record<number, string>>;
  /** The limits of an open status; 200 to 599 by default. */
  readonly range?: readonly [least: number, greatest: number];
  /** The placeholder that texts of the reply can have. */
  readonly parameter?: "orderId" | "petId";
}

const ANY_BODY = ["error", "none", "text", "json"] as const;

export const SITUATIONS = [
  { id: "key-missing", request: "a request without a key", status: 401, bodies: ["error"] },
  { id: "key-wrong", request: "a request with a wrong key", status: 401, bodies: ["error"] },
  { id: "list", request: "the list of orders", status: 200, bodies: ["json"] },
  { id: "cancelled", request: "the cancellation of a pending order", status: 204, bodies: ["none"] },
  {
    id: "order-shipped",
    request: "the cancellation of a shipped order",
    status: 409,
    bodies: ["none", "error", "text", "json"],
    silence: "conflict-body",
    parameter: "orderId",
  },
  {
    id: "order-cancelled",
    request: "the cancellation of a cancelled order",
    status: "open",
    bodies: ANY_BODY,
    silence: "second-cancel",
    answers: { 404: "not-found", 409: "conflict" },
    range: [404, 409],
    parameter: "orderId",
  },
  {
    id: "order-unknown",
    request: "the cancellation of an unknown order",
    status: 404,
    bodies: ["error"],
    parameter: "orderId",
  },
  {
    id: "id-malformed",
    request: "a cancellation whose orderId is a word such as abc",
    status: "open",
    bodies: ANY_BODY,
    silence: "malformed-id",
    answers: { 404: "not-found", 400: "bad-request", 422: "unprocessable" },
    range: [400, 499],
    parameter: "orderId",
  },
  {
    id: "id-bad-escape",
    request: "a cancellation whose orderId has an invalid percent escape",
    status: "open",
    bodies: ANY_BODY,
    silence: "malformed-id",
    range: [400, 499],
    parameter: "orderId",
  },
  {
    id: "id-beyond-int64",
    request: "a cancellation whose orderId is an integer outside int64",
    status: "open",
    bodies: ANY_BODY,
    silence: "id-beyond-int64",
    answers: { 404: "not-found", 400: "bad-request" },
    range: [300, 599],
    parameter: "orderId",
  },
  {
    id: "pets",
    request: "the pets operation with a valid key",
    status: "open",
    bodies: ["json", "error", "text", "none"],
    silence: "pets-answer",
    answers: { 200: "pet", 404: "not-found", 410: "gone" },
    parameter: "petId",
  },
  {
    id: "head",
    request: "HEAD on the list",
    status: "open",
    bodies: ["none"],
    silence: "head",
    answers: { 200: "like-get", 404: "refused", 405: "refused" },
  },
  {
    id: "other-method",
    request: "GET on the path of an order",
    status: "open",
    bodies: ANY_BODY,
    silence: "other-methods",
    answers: { 405: "not-allowed", 404: "not-found" },
    parameter: "orderId",
  },
  {
    id: "other-path",
    request: "an undocumented path",
    status: "open",
    bodies: ANY_BODY,
    silence: "other-paths",
  },
  {
    id: "preflight",
    request: "a CORS preflight",
    status: "open",
    bodies: ["none", "error", "text", "json"],
    silence: "cors",
  },
  {
    id: "body-refused",
    request: "a cancellation with a body",
    status: "open",
    bodies: ANY_BODY,
    silence: "request-body",
    answers: { 400: "refused", 413: "refused", 415: "refused" },
    range: [400, 499],
  },
  {
    id: "rate-limited",
    request: "a request above the rate limit",
    status: 429,
    bodies: ANY_BODY,
    silence: "rate-limits",
  },
] as const satisfies readonly Situation[];

/** The path that represents all undocumented ones. */
export const UNDOCUMENTED_PATH = "/store/no-such-path";

export type SituationId = (typeof SITUATIONS)[number]["id"];

/**
 * Headers that an app can come to depend on. All others describe the one response, the connection or the host, or could hold
 * personal data.
 */
const REPLY_HEADERS = [
  "Allow",
  "Cache-Control",
  "Content-Language",
  "Deprecation",
  "Link",
  "Location",
  "Retry-After",
  "Sunset",
  "WWW-Authenticate",
] as const;

/** Only in the reply to a preflight; `{origin}`, `{method}` and `{headers}` are replaced by those of the request. */
const PREFLIGHT_HEADERS = [
  "Access-Control-Allow-Credentials",
  "Access-Control-Allow-Headers",
  "Access-Control-Allow-Methods",
  "Access-Control-Allow-Origin",
  "Access-Control-Allow-Private-Network",
  "Access-Control-Expose-Headers",
  "Access-Control-Max-Age",
] as const;

/** The headers that a profile can have for a situation. */
export function replyHeaderNames(situation: string): readonly string[] {
  return situation === "preflight" ? [...REPLY_HEADERS, ...PREFLIGHT_HEADERS] : REPLY_HEADERS;
}
