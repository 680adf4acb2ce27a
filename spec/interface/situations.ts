/**
 * The situations whose replies can differ between conforming deployments: in code, message and headers, or in the body where
 * that is open. A profile has the replies of a deployment by these ids, and the mock uses them.
 */
import type { OperationId } from "../clauses/index.ts";
import { match, type Place } from "./match.ts";
import {
  type BodyForm,
  OPERATIONS,
  type Operation,
  type SituationEntry,
  WITHOUT_KEY,
} from "./operations.ts";

export type { BodyForm } from "./operations.ts";

/** In the form of a profile's entry. */
export interface Situation
  extends Pick<SituationEntry, "request" | "order" | "range" | "silence" | "answers"> {
  readonly id: SituationId;
  /** Where each such call gets the same reply, whatever the orders are. */
  readonly call?: ConstantCall | undefined;
  readonly cors?: UndeclaredEntry["cors"] | undefined;
  readonly bodies: readonly BodyForm[];
  /** The placeholder that texts of the reply can have. */
  readonly parameter?: "orderId" | "petId" | undefined;
  /** Open where the contract does not specify one. */
  readonly status: number | "open";
}

/** A method that the path of an order does not have. */
export const OTHER_METHOD = ["GET", "PUT"].find(
  (method) => match(method, "/store/orders/1").operation === undefined,
)!;

const ANY_BODY: readonly BodyForm[] = ["error", "none", "text", "json"];

/** A method, a place and a key, as `GET order none`. A reply to GET is that to every other method where a place has none of its own. */
type ConstantCall =
  `${"GET" | "HEAD" | "OPTIONS" | "DELETE"} ${Place} ${"good" | "none" | "wrong"}`;

interface UndeclaredEntry extends SituationEntry {
  readonly call?: ConstantCall;
  /** Whether the fields of CORS are kept beside the usual ones, or nothing else is kept of the reply. */
  readonly cors?: "kept" | "only";
}

const REFUSED = { statuses: [401], bodies: ["error"] } as const;
const HEAD = { bodies: ["none"] } as const;
const PREFLIGHT = { bodies: ["none", "error", "text", "json"], cors: "kept" } as const;
const READABLE = { statuses: [200], bodies: ["json"], cors: "only" } as const;

/** Of requests that no operation declares, and of those whose reply may differ from path to path. */
const UNDECLARED = {
  "key-missing-cancel": {
    ...REFUSED,
    request: "a cancellation without a key",
    call: "DELETE order none",
  },
  "key-missing-pets": {
    ...REFUSED,
    request: "the pets operation without a key",
    call: "GET pets none",
  },
  "key-wrong-cancel": {
    ...REFUSED,
    request: "a cancellation with a wrong key",
    call: "DELETE order wrong",
  },
  "key-wrong-pets": {
    ...REFUSED,
    request: "the pets operation with a wrong key",
    call: "GET pets wrong",
  },
  head: {
    request: "HEAD on the list",
    bodies: ["none"],
    silence: "head",
    answers: { 200: "like-get", 404: "refused", 405: "refused" },
    call: "HEAD list good",
  },
  "head-order": { ...HEAD, request: "HEAD on the path of an order", call: "HEAD order good" },
  "head-pets": { ...HEAD, request: "HEAD on the pets operation", call: "HEAD pets good" },
  "head-other-path": { ...HEAD, request: "HEAD on an undocumented path", call: "HEAD other good" },
  "other-method": {
    request: `${OTHER_METHOD} on the path of an order`,
    silence: "other-methods",
    answers: { 405: "not-allowed", 404: "not-found" },
  },
  "other-method-without-key": {
    request: `${OTHER_METHOD} on the path of an order, without a key`,
    call: "GET order none",
  },
  "other-path": { request: "an undocumented path", silence: "other-paths" },
  "other-path-without-key": {
    request: "an undocumented path without a key",
    call: "GET other none",
  },
  "other-path-wrong-key": {
    request: "an undocumented path with a wrong key",
    call: "GET other wrong",
  },
  "trailing-slash": {
    request: "the list with a trailing slash",
    range: [300, 599],
    call: "GET slash good",
  },
  "trailing-slash-without-key": {
    request: "the list with a trailing slash, without a key",
    range: [300, 599],
    call: "GET slash none",
  },
  "double-slash": {
    request: "the list with a double slash in its path",
    range: [300, 599],
    call: "GET double-slash good",
  },
  preflight: { ...PREFLIGHT, request: "a CORS preflight", silence: "cors" },
  "preflight-app": { ...PREFLIGHT, request: "a CORS preflight from the origin of the app" },
  "origin-none": { ...READABLE, request: "the list, without the field Origin" },
  "origin-foreign": {
    ...READABLE,
    request: "the list for a page of an origin that the service does not know",
  },
  "origin-app": { ...READABLE, request: "the list for a page of the origin of the app" },
  "origin-refused": {
    ...REFUSED,
    cors: "only",
    request: "the list for a page of another origin, without a key",
  },
  options: {
    request: "OPTIONS on the list, no preflight",
    cors: "kept",
    call: "OPTIONS list good",
  },
  "options-order": {
    request: "OPTIONS on the path of an order",
    cors: "kept",
    call: "OPTIONS order good",
  },
  "options-pets": {
    request: "OPTIONS on the pets operation",
    cors: "kept",
    call: "OPTIONS pets good",
  },
  "options-other-path": {
    request: "OPTIONS on an undocumented path",
    cors: "kept",
    call: "OPTIONS other good",
  },
  "options-without-key": {
    request: "OPTIONS on the list without a key",
    cors: "kept",
    call: "OPTIONS list none",
  },
  "body-refused": {
    request: "a cancellation with a body",
    silence: "request-body",
    answers: { 404: "ignored", 400: "refused", 413: "refused", 415: "refused" },
    range: [400, 499],
  },
  "rate-limited": {
    request: "a request above the rate limit",
    statuses: [429],
    silence: "rate-limits",
  },
} as const satisfies Record<string, UndeclaredEntry>;

type IdsOf<Entries> = Entries extends object ? keyof Entries & string : never;
export type SituationId =
  | IdsOf<typeof WITHOUT_KEY | typeof UNDECLARED>
  | IdsOf<(typeof OPERATIONS)[OperationId]["situations"]>;

interface Group extends Pick<Operation, "parameter"> {
  readonly situations: Readonly<Record<string, UndeclaredEntry>>;
}
const GROUPS: readonly Group[] = [
  { situations: WITHOUT_KEY },
  ...Object.values<Operation>(OPERATIONS),
  { situations: UNDECLARED },
];

/** In the order of a profile. */
export const SITUATIONS: readonly Situation[] = GROUPS.flatMap(({ situations, parameter }) =>
  Object.entries(situations).map(([id, { statuses = [], bodies = ANY_BODY, ...entry }]) => {
    const [status = "open"] = statuses.length === 1 ? statuses : [];
    const range = statuses.length > 1 && ([Math.min(...statuses), Math.max(...statuses)] as const);
    const [, place] = entry.call?.split(" ") ?? [];
    const name =
      id === "other-method" || place === "order"
        ? "orderId"
        : place === "pets"
          ? "petId"
          : parameter?.name;
    return {
      ...entry,
      id: id as SituationId,
      status,
      bodies,
      parameter: name,
      ...(range && { range }),
    };
  }),
);

export function situationOf(id: SituationId): Situation {
  return SITUATIONS.find((situation) => situation.id === id)!;
}

/** The path that represents all undocumented ones. */
export const UNDOCUMENTED_PATH = "/store/no-such-path";

/** The list in a spelling that some routers redirect. */
export const DOUBLE_SLASH_PATH = "/store//orders";

/**
 * Headers that an app can come to depend on. All others describe the one response, the connection or the host, or could hold
 * personal data.
 */
const REPLY_HEADERS = [
  "Allow",
  "Cache-Control",
  "Content-Language",
  "Deprecation",
  "ETag",
  "Link",
  "Location",
  "Retry-After",
  "Sunset",
  "WWW-Authenticate",
] as const;

/** What a page of another origin may send and read; `{origin}`, `{method}` and `{headers}` are replaced by those of the request. */
const CORS_HEADERS = [
  "Access-Control-Allow-Credentials",
  "Access-Control-Allow-Headers",
  "Access-Control-Allow-Methods",
  "Access-Control-Allow-Origin",
  "Access-Control-Allow-Private-Network",
  "Access-Control-Expose-Headers",
  "Access-Control-Max-Age",
] as const;

/** The headers that a profile can have for a situation. In ETag, `{etag}` is replaced by a hash of the body. */
export function replyHeaderNames({ cors }: Pick<Situation, "cors">): readonly string[] {
  const cross = [...CORS_HEADERS, "Vary"];
  if (cors === "only") return cross;
  return cors === "kept" ? [...REPLY_HEADERS, ...cross] : REPLY_HEADERS;
}

/** An origin that no deployment knows. */
export const FOREIGN_ORIGIN = "https://app.example";
