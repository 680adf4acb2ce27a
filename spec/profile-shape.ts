/**
 * A profile: how one deployment answers where the contract is silent. `verify --learn` writes it, the mock answers by it,
 * `compare` tells it from another. Every part may be left out: what a profile does not say is the mock's default.
 */
import type { Answers, ClauseId } from "./clauses/index.ts";
import type { Fields } from "./kinds.ts";
import type { OperationId } from "./operations.ts";
import type { BodyForm, SituationId } from "./situations.ts";

/** The version of the format that this orders-kit reads and writes. */
export const PROFILE_VERSION = 1;

export interface Profile {
  /** Answers to silences, as a scenario has them. */
  readonly answers: Partial<Answers>;
  /** What an answer says besides, by situation. */
  readonly replies: { readonly [Id in SituationId]?: ProfileReply };
  /** The kinds of value that each field of an Order has; a field of the contract that is missing here is as order-fields says. */
  readonly order: Fields;
  /** Milliseconds of an operation's answers. */
  readonly latency: { readonly [Id in OperationId]?: Latency };
  /** Clauses that the deployment broke when it was learned all the same. */
  readonly violates: readonly ClauseId[];
  /** Differences that `compare` lets pass: an entry, or the beginning of several, and why. */
  readonly accepted: Readonly<Record<string, string>>;
  /** Where it was learned, and when (ISO 8601). */
  readonly learned?: { readonly from?: string; readonly at?: string };
}

/** In texts, `{orderId}` and `{petId}` stand for what the request named. */
export interface ProfileReply {
  /** Where the contract fixes none. */
  readonly status?: number;
  readonly body?: BodyForm;
  /** The Content-Type, letter by letter. */
  readonly type?: string;
  /** Of an Error. */
  readonly code?: string;
  readonly message?: string;
  /** The fields of other JSON, or of an Error besides its own. */
  readonly fields?: Fields;
  /** Of a text, the whole of it. */
  readonly text?: string;
  /** The headers of {@link REPLY_HEADERS}: those that are not here are not sent. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Milliseconds within which half, nine in ten, and 99 in a hundred of the calls were answered. */
export interface Latency {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

export const EMPTY_PROFILE: Profile = { answers: {}, replies: {}, order: {}, latency: {}, violates: [], accepted: {} };

/** The kind that the contract gives to each field of an Order. */
export const ORDER_KINDS = {
  id: "integer",
  petId: "integer",
  quantity: "integer",
  shipDate: "date-time",
  complete: "boolean",
} as const;
