/**
 * Where in the interface an answer violates a clause: `cancelOrder 404`, and a pointer into its
 * body.
 */
import { CLAUSES, type ClauseId, type OperationId } from "../../../spec/clauses/index.ts";
import { match } from "../../../spec/interface/match.ts";
import type { JsonPath } from "../../../spec/json/json.ts";
import { shorten, shortenMiddle } from "../../../spec/shorten.ts";
import { isGood } from "../../client/credentials.ts";
import { type Exchange, header, type Response } from "../../client/exchange.ts";
import { escapeLine } from "../../client/masking/escape-text.ts";
import { isProbe } from "../../client/nature.ts";

export interface Place {
  /** Undefined if the path or the method belongs to no operation. */
  readonly operation?: OperationId;
  /**
   * The status of the answer; undefined if there is no answer, or the clause is not about one
   * answer.
   */
  readonly status?: number;
  /** A JSON pointer (RFC 6901) into the body, with `*` in place of an index. */
  readonly pointer?: string;
}

/** A place, and what was seen there. */
export interface FoundPlace extends Place {
  /** How many answers violate the clause at this place. */
  readonly failed: number;
  /**
   * The kind of the first of these calls: plain with the good key, plain without it, or a probe.
   */
  readonly calls: "with key" | "without key" | "probes";
  /** When the first of these calls was sent, on the clock of the run. */
  readonly sentAt: number;
  /** The id of that call from its User-Agent, and the request id that the deployment returned. */
  readonly call?: string;
  readonly requestId?: string;
}

/** Clauses about the effects of calls, which the status of an answer does not show. */
const ON_EFFECTS: ReadonlySet<ClauseId> = new Set([
  "auth-no-effect",
  "list-whole",
  "list-unfiltered",
  "list-unpaged",
  "cancel-once",
  "cancel-only-that-order",
  "cancel-shipped-unchanged",
  "cancel-id-exact",
  "cancel-malformed-refused",
]);

/**
 * Returns the place of an answer that violates a clause; for a clause about effects, only its
 * operation.
 */
export function placeIn(clause: ClauseId, exchange: Exchange, path?: JsonPath): Place {
  const { operation: own } = CLAUSES.find(({ id }) => id === clause)!;
  if (ON_EFFECTS.has(clause)) return own === undefined ? {} : { operation: own };

  const { call, response } = exchange;
  const operation = match(call.method, call.path).operation?.id;
  return {
    ...(operation !== undefined && { operation }),
    ...(response !== undefined && { status: response.status }),
    ...(path !== undefined && path.length > 0 && { pointer: pointerOf(path) }),
  };
}

/**
 * Returns a text such as `cancelOrder 404`, as orders-kit.known.yaml names the place. Leaves out
 * what is undefined.
 */
export function placeText({ operation, status }: Place): string {
  return [operation, status].filter((part) => part !== undefined).join(" ");
}

export function keyOfPlace({ operation, status, pointer }: Place): string {
  return JSON.stringify([operation, status, pointer]);
}

export function foundPlace(place: Place, exchange: Exchange): FoundPlace {
  const { call, sentAt, id, response } = exchange;
  const requestId = response && requestIdOf(response);
  return {
    ...place,
    failed: 1,
    calls: isProbe(call) ? "probes" : isGood(call.credential) ? "with key" : "without key",
    sentAt,
    ...(id !== undefined && { call: id }),
    ...(requestId !== undefined && { requestId }),
  };
}

function pointerOf(path: JsonPath): string {
  const steps = path.map((step) =>
    typeof step === "number" ? "*" : step.replaceAll("~", "~0").replaceAll("/", "~1"),
  );
  return shortenMiddle(`/${steps.join("/")}`);
}

/**
 * Headers by which a team finds a request in its logs: a common one, that of W3C Trace Context, and
 * that of Cloudflare.
 */
const REQUEST_IDS = ["x-request-id", "traceparent", "cf-ray"];
const MAX_ID = 100;

function requestIdOf(response: Response): string | undefined {
  const found = REQUEST_IDS.map((name) => header(response, name)).find(Boolean);
  return found === undefined ? undefined : shorten(escapeLine(found), MAX_ID);
}
