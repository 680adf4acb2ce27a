/**
 * The situations whose replies can differ between conforming deployments: in code, message and headers, or in the body where
 * that is open. A profile has the replies of a deployment by these ids, and the mock uses them.
 */
import type { OperationId } from "../clauses/index.ts";
import { match } from "./match.ts";
import { type BodyForm, OPERATIONS, type Operation, type SituationEntry, WITHOUT_KEY } from "./operations.ts";

export type { BodyForm } from "./operations.ts";

/** In the form of a profile's entry. */
export interface Situation extends Pick<SituationEntry, "request" | "order" | "range" | "silence" | "answers"> {
  readonly id: SituationId;
  readonly bodies: readonly BodyForm[];
  /** The placeholder that texts of the reply can have. */
  readonly parameter?: "orderId" | "petId" | undefined;
  /** Open where the contract does not specify one. */
  readonly status: number | "open";
}

/** A method that the path of an order does not have. */
export const OTHER_METHOD = ["GET", "PUT"].find((method) => match(method, "/store/orders/1").operation === undefined)!;

const ANY_BODY: readonly BodyForm[] = ["error", "none", "text", "json"];

/** Of requests that no operation declares. */
const UNDECLARED = {
  head: {
    request: "HEAD on the list",
    bodies: ["none"],
    silence: "head",
    answers: { 200: "like-get", 404: "refused", 405: "refused" },
  },
  "other-method": {
    request: `${OTHER_METHOD} on the path of an order`,
    silence: "other-methods",
    answers: { 405: "not-allowed", 404: "not-found" },
  },
  "other-path": { request: "an undocumented path", silence: "other-paths" },
  preflight: { request: "a CORS preflight", bodies: ["none", "error", "text", "json"], silence: "cors" },
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
} as const satisfies Record<string, SituationEntry>;

type IdsOf<Entries> = Entries extends object ? keyof Entries & string : never;
export type SituationId =
  | IdsOf<typeof WITHOUT_KEY | typeof UNDECLARED>
  | IdsOf<(typeof OPERATIONS)[OperationId]["situations"]>;

interface Group extends Pick<Operation, "parameter"> {
  readonly situations: Readonly<Record<string, SituationEntry>>;
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
    const placeholder = id === "other-method" ? "orderId" : parameter?.name;
    return { ...entry, id: id as SituationId, status, bodies, parameter: placeholder, ...(range && { range }) };
  }),
);

export function situationOf(id: SituationId): Situation {
  return SITUATIONS.find((situation) => situation.id === id)!;
}

/** The path that represents all undocumented ones. */
export const UNDOCUMENTED_PATH = "/store/no-such-path";

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
