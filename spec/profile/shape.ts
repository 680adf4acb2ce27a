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
  /** The URL of the deployment, and the time (ISO 8601). */
  readonly learned?: { readonly from?: string; readonly at?: string };
}

/** In texts, `{orderId}` and `{petId}` are replaced by the id of the request. */
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

export const EMPTY_PROFILE: Profile = { answers: {}, replies: {}, order: {}, latency: {}, violates: [], accepted: {} };
