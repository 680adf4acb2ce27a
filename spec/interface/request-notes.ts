/**
 * Notes for the developer of a client: what the contract says about a request. The mock makes them of what it is sent, the proxy and
 * `judge` of what passed.
 */

import { BASE_PATH } from "../base-address.ts";
import { INT64_MAX, INT64_MIN, parseInteger } from "../schema/integers.ts";
import { shorten } from "../shorten.ts";
import { type Match, match } from "./match.ts";

/** The credential of a request. */
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
  /** Relative to the base address; undefined for a target outside of it. */
  readonly path: string | undefined;
  /** As it may be shown, without the question mark. */
  readonly query: string | undefined;
  readonly credential: CredentialKind;
  readonly hasBody: boolean;
  /** A browser sends it before the actual request. */
  readonly isPreflight: boolean;
  /** The status of the answer; undefined if it says nothing of the order, or there is none. */
  readonly status: number | undefined;
  /** What happened to its order before, as "shipped 3 s before", where that is known. */
  readonly change?: string | undefined;
}

export interface Note {
  readonly id: NoteId;
  readonly text: string;
  /** True if the client has to be changed; otherwise it is something that may happen to every client. */
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
const remark = (id: NoteId, text: string): Note => ({ id, text, isMistake: false });

/** `orders`: the ids that the client can have read, of those that a double rounds to this one. */
export function notesOn(
  request: NotedRequest,
  orders: (double: number) => Iterable<bigint>,
): readonly Note[] {
  const { method, path, query, hasBody, isPreflight } = request;
  if (isPreflight && method === "OPTIONS")
    return [remark("preflight", "CORS preflight, sent by the browser before the actual request")];

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
  // It may be what a user has entered.
  wrong: [remark("key-refused", "Authorization with a key that is not accepted: 401")],
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
    ? [remark("deprecated-operation", "deprecated operation with a sunset date: avoid it")]
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
  if (status === 409) notes.push(remark("already-shipped", shipped));
  if (status === 404 && change !== undefined)
    notes.push(remark("already-cancelled", `404: ${change}`));
  if (!mayBeRounded(parameter)) return notes;

  const known = [...orders(Number(parameter))];
  const meant = known.filter((id) => String(id) !== parameter);
  const exists = orderId !== undefined && known.includes(orderId);
  if (meant.length > 0) notes.push(roundedNote(meant, status, exists));
  return notes;
}

/** Doubles are exact below. */
const EXACT = 2 ** 53;

/**
 * True if a client that reads ids with JSON.parse, as doubles, may send this text for another id. A double is written by its shortest
 * digits or, as a BigInt, by all of them.
 */
function mayBeRounded(parameter: string): boolean {
  const sent = parseInteger(parameter);
  const double = Number(parameter);
  if (sent === undefined || Math.abs(double) < EXACT || !Number.isFinite(double)) return false;
  return String(double) === parameter || BigInt(double) === sent;
}

/** The most common reason for a wrong id: a client that reads ids as doubles. `exists`: there is also an order with the id as it was sent. */
function roundedNote(meant: readonly bigint[], status: number, exists: boolean): Note {
  const question = `Did you mean ${meant.slice(0, 3).join(" or ")}? JSON.parse rounds it to this id.`;
  if (!exists) return mistake("rounded-id", `no order has this id. ${question}`);
  const cancelled = status === 204 ? "this order was cancelled. " : "";
  return remark("rounded-id", `${cancelled}${question}`);
}

const PAGING =
  /(?:^|&)(?:limit|offset|page|per_?page|page_?size|size|cursor|after|before|skip|take)=/i;
const FILTER = /(?:^|&)(?:filter|status|state|complete|pet_?id|q|query|search|sort|order_?by)=/i;

function queryNote(query: string): string {
  return `?${shorten(query)} is ignored: version 1 has ${missingFeature(query)}`;
}

/** What the query asks for, as the end of a sentence. */
function missingFeature(query: string): string {
  const isFilter = FILTER.test(query);
  if (PAGING.test(query)) return isFilter ? "neither filters nor pagination" : "no pagination";
  return isFilter ? "no filters" : "no query parameters";
}

/** Classifies an Authorization header that was refused. */
export function credentialKind(authorization: string | undefined): Exclude<CredentialKind, "good"> {
  if (authorization === undefined) return "none";
  const text = authorization.trim();
  if (text === "" || /^bearer$/i.test(text)) return "empty";
  if (/^bearer +(?:undefined|null|NaN|\[object Object\])$/i.test(text)) return "undefined";
  if (/^bearer /i.test(text)) return "wrong";
  return text.includes(" ") ? "other-scheme" : "bare";
}
