/**
 * Notes for client developers: what the contract says about a request. The mock writes them about
 * the requests it receives, `proxy` and `judge` about recorded traffic.
 */

import { BASE_PATH } from "../base-address.ts";
import { INT64_MAX, INT64_MIN, parseInteger } from "../schema/integers.ts";
import { shorten } from "../shorten.ts";
import { type Match, match } from "./match.ts";

export type CredentialKind =
  | "good"
  | "none"
  | "empty"
  | "undefined"
  | "bare"
  | "other-scheme"
  | "wrong";

export interface NotedRequest {
  readonly method: string;
  /** Relative to the base address; undefined if the target lies outside it. */
  readonly path: string | undefined;
  /** Without the question mark, in a form that may be shown. */
  readonly query: string | undefined;
  readonly credential: CredentialKind;
  readonly hasBody: boolean;
  /** A browser sends a preflight before the actual request. */
  readonly isPreflight: boolean;
  /** Status of the answer; undefined if there is no answer or it says nothing about the order. */
  readonly status: number | undefined;
  /** The order's last change, if known, such as "shipped 3 s before". */
  readonly change?: string | undefined;
}

export interface Note {
  readonly id: NoteId;
  readonly text: string;
  /** True if the client must be changed; otherwise it can happen to any client. */
  readonly isMistake: boolean;
}

type NoteId =
  | "preflight"
  | "no-key"
  | "key-not-set"
  | "key-refused"
  | "outside-base"
  | "unknown-operation"
  | "deprecated-operation"
  | "malformed-id"
  | "rounded-id"
  | "already-shipped"
  | "already-cancelled"
  | "undeclared-query"
  | "request-body";

const mistake = (id: NoteId, text: string): Note => ({ id, text, isMistake: true });
const hint = (id: NoteId, text: string): Note => ({ id, text, isMistake: false });

/** `orders` returns the ids the client may have read that round to this double. */
export function notesOn(
  request: NotedRequest,
  orders: (double: number) => Iterable<bigint>,
): readonly Note[] {
  const { method, path, query, hasBody, isPreflight } = request;
  if (isPreflight && method === "OPTIONS")
    return [hint("preflight", "CORS preflight, sent by the browser before the actual request")];

  const matched = match(method, path ?? "");
  return [
    ...KEY_NOTES[request.credential],
    ...pathNotes(request, matched),
    ...orderNotes(request, matched, orders),
    ...(query ? [mistake("undeclared-query", queryNote(query))] : []),
    ...(hasBody ? [mistake("request-body", "the body is ignored: no operation takes one")] : []),
  ];
}

const KEY_NOTES = {
  good: [],
  none: [mistake("no-key", "no Authorization header: every operation requires the API key")],
  empty: [mistake("no-key", "Authorization without a key: 401")],
  undefined: [
    mistake(
      "key-not-set",
      "Authorization: Bearer undefined. The client had no key when it sent this request",
    ),
  ],
  bare: [mistake("no-key", "Authorization without a scheme: send Bearer and the key")],
  "other-scheme": [mistake("no-key", "Authorization with a scheme other than Bearer: 401")],
  // Not a mistake: a user may have typed the key.
  wrong: [hint("key-refused", "Authorization with a key that is not accepted: 401")],
} as const satisfies Readonly<Record<CredentialKind, readonly Note[]>>;

function pathNotes(
  { path, method }: NotedRequest,
  { operation, path: known, allowed }: Match,
): Note[] {
  const unknown = (text: string): Note[] => [mistake("unknown-operation", text)];
  if (path === undefined)
    return [
      mistake("outside-base", `not below ${BASE_PATH}: the version is part of the base address`),
    ];
  if (known === undefined) {
    if (path.endsWith("/") && match(method, path.replace(/\/+$/, "")).path !== undefined)
      return unknown("trailing slash: no path of the contract has one");
    return unknown("the contract does not define this path");
  }
  if (method === "HEAD" && allowed.includes("GET"))
    return unknown("HEAD: the contract does not define it");
  if (operation === undefined)
    return unknown(`the contract defines ${allowed.join(" and ")} for this path, not ${method}`);
  return operation.deprecated === true
    ? [hint("deprecated-operation", "deprecated operation with a sunset date: avoid it")]
    : [];
}

function orderNotes(
  { status, credential, change }: NotedRequest,
  { operation, parameter, orderId }: Match,
  orders: (double: number) => Iterable<bigint>,
): Note[] {
  if (operation?.parameter?.names !== "order") return [];
  const notes: Note[] = [];
  const reason =
    parseInteger(parameter) === undefined
      ? "not an int64: use decimal digits only"
      : `outside the range of int64 (${INT64_MIN} to ${INT64_MAX})`;
  if (orderId === undefined) notes.push(mistake("malformed-id", `orderId is ${reason}`));
  if (credential !== "good" || status === undefined) return notes;

  const shipped = `409: ${change ?? "already shipped"}. Every client must handle this.`;
  if (status === 409) notes.push(hint("already-shipped", shipped));
  if (status === 404 && change !== undefined)
    notes.push(hint("already-cancelled", `404: ${change}`));
  if (!mayBeRounded(parameter)) return notes;

  const known = [...orders(Number(parameter))];
  const meant = known.filter((id) => String(id) !== parameter);
  const exists = orderId !== undefined && known.includes(orderId);
  if (meant.length > 0) notes.push(roundedNote(meant, status, exists));
  return notes;
}

/** Below this, doubles are exact. */
const EXACT_KEY = 2 ** 53;

/**
 * True if a client that reads ids as doubles, with JSON.parse, may send this text for another id.
 * Clients write a double with its shortest digits or, from a BigInt, with all of them.
 */
function mayBeRounded(parameter: string): boolean {
  const sent = parseInteger(parameter);
  const double = Number(parameter);
  if (sent === undefined || Math.abs(double) < EXACT_KEY || !Number.isFinite(double)) return false;
  return String(double) === parameter || BigInt(double) === sent;
}

/**
 * Explains the most common wrong id: a client read it as a double. `exists`: the id as sent is also
 * an order's id.
 */
function roundedNote(meant: readonly bigint[], status: number, exists: boolean): Note {
  const question = `Did you mean ${meant.slice(0, 3).join(" or ")}? JSON.parse rounds it to this id.`;
  if (!exists) return mistake("rounded-id", `no order has this id. ${question}`);
  const cancelled = status === 204 ? "this order was cancelled. " : "";
  return hint("rounded-id", `${cancelled}${question}`);
}

const PAGING =
  /(?:^|&)(?:limit|offset|page|per_?page|page_?size|size|cursor|after|before|skip|take)=/i;
const FILTER = /(?:^|&)(?:filter|status|state|complete|pet_?id|q|query|search|sort|order_?by)=/i;

function queryNote(query: string): string {
  return `?${shorten(query)} is ignored: version 1 has ${missingFeature(query)}`;
}

/** Names the feature the query asks for, as the end of a sentence. */
function missingFeature(query: string): string {
  const isFilter = FILTER.test(query);
  if (PAGING.test(query)) return isFilter ? "neither filters nor pagination" : "no pagination";
  return isFilter ? "no filters" : "no query parameters";
}

/** Classifies a refused Authorization header. */
export function credentialKind(authorization: string | undefined): Exclude<CredentialKind, "good"> {
  if (authorization === undefined) return "none";
  const text = authorization.trim();
  if (text === "" || /^bearer$/i.test(text)) return "empty";
  if (/^bearer +(?:undefined|null|NaN|\[object Object\])$/i.test(text)) return "undefined";
  if (/^bearer /i.test(text)) return "wrong";
  return text.includes(" ") ? "other-scheme" : "bare";
}
