/**
 * The situations in which an answer can be told apart by what it says beyond its clause: code and message, headers, the
 * body where that is open. A profile gives the answers of a deployment by these names, the mock answers by them.
 */
import type { SilenceId } from "./clauses/index.ts";

/** What a body is: an Error object, other JSON, a text of whatever media type, or nothing. */
const BODIES = ["none", "error", "json", "text"] as const;
export type BodyForm = (typeof BODIES)[number];

export interface Situation {
  readonly id: string;
  /** What was asked, as a sentence fragment: "a request …". */
  readonly asked: string;
  /** The status that the contract fixes, or that the silence decides together with the reply. */
  readonly status: number | "open";
  /** The bodies that a sound deployment can send, the usual one first. */
  readonly bodies: readonly BodyForm[];
  /** The silence whose answer the reply fills in. */
  readonly silence?: SilenceId;
  /** Which of its answers a status gives. */
  readonly answers?: Readonly<Record<number, string>>;
  /** The statuses that an open one may have; from 200 to 599 where nothing is said. */
  readonly range?: readonly [least: number, greatest: number];
  /** What `{…}` stands for in its texts. */
  readonly parameter?: "orderId" | "petId";
}

export const SITUATIONS = [
  { id: "key-missing", asked: "a request without a key", status: 401, bodies: ["error"] },
  { id: "key-wrong", asked: "a request with a wrong key", status: 401, bodies: ["error"] },
  { id: "list", asked: "the list of orders", status: 200, bodies: ["json"] },
  { id: "cancelled", asked: "the cancel of a pending order", status: 204, bodies: ["none"] },
  {
    id: "order-shipped",
    asked: "the cancel of a shipped order",
    status: 409,
    bodies: ["none", "error", "text", "json"],
    silence: "conflict-body",
    parameter: "orderId",
  },
  {
    id: "order-cancelled",
    asked: "the cancel of a cancelled order",
    status: "open",
    bodies: ["error", "none", "text", "json"],
    silence: "second-cancel",
    answers: { 404: "not-found", 409: "conflict" },
    range: [404, 409],
    parameter: "orderId",
  },
  {
    id: "order-unknown",
    asked: "the cancel of an order that there is not",
    status: 404,
    bodies: ["error"],
    parameter: "orderId",
  },
  {
    id: "id-malformed",
    asked: "a cancel whose orderId is a word, such as abc",
    status: "open",
    bodies: ["error", "none", "text", "json"],
    silence: "malformed-id",
    answers: { 404: "not-found", 400: "bad-request", 422: "unprocessable" },
    range: [400, 499],
    parameter: "orderId",
  },
  {
    id: "id-bad-escape",
    asked: "a cancel whose orderId has a percent sign that escapes nothing",
    status: "open",
    bodies: ["error", "none", "text", "json"],
    silence: "malformed-id",
    range: [400, 499],
    parameter: "orderId",
  },
  {
    id: "id-beyond-int64",
    asked: "a cancel whose orderId is an integer outside int64",
    status: "open",
    bodies: ["error", "none", "text", "json"],
    silence: "id-beyond-int64",
    answers: { 404: "not-found", 400: "bad-request" },
    range: [300, 599],
    parameter: "orderId",
  },
  {
    id: "pets",
    asked: "the pets operation with a good key",
    status: "open",
    bodies: ["json", "error", "text", "none"],
    silence: "pets-answer",
    answers: { 200: "pet", 404: "not-found", 410: "gone" },
    parameter: "petId",
  },
  {
    id: "head",
    asked: "HEAD on the list",
    status: "open",
    bodies: ["none"],
    silence: "head",
    answers: { 200: "like-get", 404: "refused", 405: "refused" },
  },
  {
    id: "other-method",
    asked: "GET on the path of one order",
    status: "open",
    bodies: ["error", "none", "text", "json"],
    silence: "other-methods",
    answers: { 405: "not-allowed", 404: "not-found" },
    parameter: "orderId",
  },
  {
    id: "other-path",
    asked: "a path that the contract does not show",
    status: "open",
    bodies: ["error", "none", "text", "json"],
    silence: "other-paths",
  },
  {
    id: "preflight",
    asked: "a browser's preflight",
    status: "open",
    bodies: ["none", "error", "text", "json"],
    silence: "cors",
  },
  {
    id: "body-refused",
    asked: "a cancel that comes with a body",
    status: "open",
    bodies: ["error", "none", "text", "json"],
    silence: "request-body",
    answers: { 400: "refused", 413: "refused", 415: "refused" },
    range: [400, 499],
  },
  {
    id: "rate-limited",
    asked: "a call beyond the limit of calls",
    status: 429,
    bodies: ["error", "none", "text", "json"],
    silence: "rate-limits",
  },
] as const satisfies readonly Situation[];

/** The path that stands for all those that the contract does not show. */
export const UNSHOWN_PATH = "/store/no-such-path";

export type SituationId = (typeof SITUATIONS)[number]["id"];

/**
 * Headers that an app can come to lean on. All others say something of the one answer, of the connection or of the host, or
 * could hold somebody's data: a profile leaves them alone.
 */
export const REPLY_HEADERS = [
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

/** And those with which a preflight is answered; `{origin}`, `{method}` and `{headers}` repeat what it asked. */
export const PREFLIGHT_HEADERS = [
  "Access-Control-Allow-Credentials",
  "Access-Control-Allow-Headers",
  "Access-Control-Allow-Methods",
  "Access-Control-Allow-Origin",
  "Access-Control-Allow-Private-Network",
  "Access-Control-Expose-Headers",
  "Access-Control-Max-Age",
] as const;
