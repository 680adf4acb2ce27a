/**
 * A profile: how one deployment answers where the contract is silent. `verify --learn` writes it, the mock replies by it, and
 * `compare` compares two. Every part is optional; the mock's defaults apply to the rest.
 */
import type { Answers, ClauseId, OperationId } from "../clauses/index.ts";
import type { BodyForm, SituationId } from "../interface/situations.ts";
import type { Fields } from "../schema/value-kinds.ts";

/** The version of the format that this orders-kit reads and writes. */
export const PROFILE_VERSION = 1;

export interface Profile {
  /** Answers to silences, as a scenario has them. */
  readonly answers: Partial<Answers>;
  /** Details of replies, by situation. */
  readonly replies: { readonly [Id in SituationId]?: ProfileReply };
  /** The kinds of value of each field of an Order. For a field of the contract that is not here, order-fields decides. */
  readonly order: Fields;
  /** Response times of an operation. */
  readonly latency: { readonly [Id in OperationId]?: Latency };
  /** Clauses that the deployment violated (`--learn-anyway`). */
  readonly violates: readonly ClauseId[];
  /** Differences that `compare` ignores: the name or the prefix of entries, and the reason. */
  readonly accepted: Readonly<Record<string, string>>;
  /** The origin of the app, which the replies to `preflight-app` and `origin-app` are for. */
  readonly origin?: string;
  /** The URL of the deployment, and the time (ISO 8601). */
  readonly learned?: { readonly from?: string; readonly at?: string };
}

/** What placeholders in the texts and headers of a reply are replaced by. */
export const PLACEHOLDERS = {
  orderId: "the orderId of the request",
  petId: "the petId of the request",
  method: "the method of the request",
  path: "the path of the request, with the base path",
  pathWithoutSlash: "the same without a slash at its end, and with one for two",
  relativePath: "the path of the request below the base address",
  basePath: "the path of the base address, such as /v1",
  server: "scheme, host and port of the server, as the request names it",
} as const;
/** What `pathWithoutSlash` is replaced by. */
export function withoutSlash(path: string): string {
  return path.replace(/\/{2,}/g, "/").replace(/\/$/, "");
}

export type Placeholder = keyof typeof PLACEHOLDERS;

/** Texts and headers can have {@link PLACEHOLDERS}. */
export interface ProfileReply {
  /** Where the contract does not specify one. */
  readonly status?: number;
  readonly body?: BodyForm;
  /** The exact Content-Type. */
  readonly type?: string;
  /** `code` and `message` of an Error. */
  readonly code?: string;
  readonly message?: string;
  /** The fields of other JSON, or the additional ones of an Error. */
  readonly fields?: Fields;
  /** The whole text body. */
  readonly text?: string;
  /** Those of `replyHeaderNames`; headers that are not given are not sent. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The members of a reply that are one value. */
export const REPLY_VALUES = ["status", "body", "type", "code", "message", "text"] as const;

/** Percentiles, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

export const EMPTY_PROFILE: Profile = {
  answers: {},
  replies: {},
  order: {},
  latency: {},
  violates: [],
  accepted: {},
};
