/** A logged request for the developer of the client: notes on what the contract says about it, and all of it in full, without credentials. */

import type { OperationId } from "../../spec/clauses/index.ts";
import { type Match, match } from "../../spec/interface/match.ts";
import { INT64_MAX, INT64_MIN, parseInteger } from "../../spec/schema/integers.ts";
import type { FaultEffect } from "../replies/messages.ts";
import { type OrderIndex, positionOf } from "../service/order-table.ts";
import type {
  CredentialKind,
  Exchange,
  LoggedRequest,
  UnnumberedRequest,
} from "../service/request-log.ts";

/** A logged request with notes on what the contract says about it. */
export interface AnnotatedRequest {
  readonly n: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** Relative to the base address, with the query; keys are redacted. */
  readonly path: string;
  /** 0 if no response was sent. */
  readonly status: number;
  readonly operation?: OperationId;
  /** The fault that was applied. */
  readonly fault?: string;
  readonly notes: readonly string[];
  /** Those of the notes that say what the contract does not have: the client has to be changed. */
  readonly mistakes: readonly string[];
}

/** What a note is about: a mistake of the client, or something that may happen to every client. */
interface Note {
  readonly text: string;
  readonly isMistake: boolean;
}

const mistake = (text: string): Note => ({ text, isMistake: true });
const remark = (text: string): Note => ({ text, isMistake: false });

/** `apiKeys` are redacted from the path and the notes, wherever the client sent them. `table` has the orders of the world. */
export function annotate(
  request: LoggedRequest,
  apiKeys: readonly string[],
  table: OrderIndex,
): AnnotatedRequest {
  const { n, at, path, query, method, fault } = request;
  const matched = match(method, path ?? "");
  const target = `${path ?? "(outside /v1)"}${query === undefined ? "" : `?${hideSecrets(query)}`}`;
  const isLost = fault?.fail === "reset" || fault?.fail === "hang";
  const notes = notesOn(request, matched, table);
  const hide = (text: string): string => hideKeys(text, apiKeys);
  return {
    n,
    at: new Date(at).toISOString(),
    method,
    path: hide(target),
    status: isLost ? 0 : request.status,
    ...(matched.operation && { operation: matched.operation.id }),
    ...(fault && { fault: describeEffect(fault) }),
    notes: notes.map(({ text }) => hide(text)),
    mistakes: notes.filter(({ isMistake }) => isMistake).map(({ text }) => hide(text)),
  };
}

function notesOn(request: LoggedRequest, matched: Match, table: OrderIndex): Note[] {
  const { query, method, preflight, body } = request;
  if (preflight && method === "OPTIONS")
    return [remark("CORS preflight, sent by the browser before the actual request")];
  return [
    ...keyNotes(request),
    ...pathNotes(request, matched),
    ...orderNotes(request, matched, table),
    ...(query === undefined || query === "" ? [] : [mistake(queryNote(hideSecrets(query)))]),
    ...(body === "some" ? [mistake("the body is ignored: no operation takes one")] : []),
  ];
}

/** The fault that was applied to a response, in one line. */
export function describeEffect({
  delayMs,
  status,
  retryAfter,
  fail,
  keyExpired,
}: FaultEffect): string {
  if (keyExpired === true) return "key expired";
  const after = retryAfter === undefined ? "" : `, Retry-After ${retryAfter}`;
  const answer = status === undefined ? fail : `status ${status}${after}`;
  return [
    ...(delayMs > 0 ? [`delay ${delayMs} ms`] : []),
    ...(answer === undefined ? [] : [answer]),
  ].join(", ");
}

const KEY_NOTES: Readonly<Record<Exclude<CredentialKind, "good">, string>> = {
  none: "no Authorization header: every operation requires the API key",
  empty: "Authorization without a key: 401",
  undefined: "Authorization: Bearer undefined. The client had no key when it sent this request",
  bare: "Authorization without a scheme: send Bearer and the key",
  "other-scheme": "Authorization with a scheme other than Bearer: 401",
  wrong: "Authorization with a key that the mock does not accept: 401",
};

function keyNotes({ credential, fault }: LoggedRequest): Note[] {
  if (fault?.keyExpired === true) return [remark("the key has expired, as the scenario says: 401")];
  if (credential === "good") return [];
  const note = KEY_NOTES[credential];
  // A wrong key may be what a user has entered.
  return [credential === "wrong" ? remark(note) : mistake(note)];
}

function pathNotes(
  { path, method }: LoggedRequest,
  { operation, path: known, allowed }: Match,
): Note[] {
  if (path === undefined)
    return [mistake("not below /v1: the version is part of the base address")];
  if (known === undefined) {
    if (path.endsWith("/") && match(method, path.replace(/\/+$/, "")).path !== undefined)
      return [mistake("trailing slash: no path of the contract has one")];
    return [mistake("the contract does not define this path")];
  }
  if (method === "HEAD" && allowed.includes("GET"))
    return [mistake("HEAD: the contract does not define it")];
  if (operation === undefined)
    return [mistake(`the contract defines ${allowed.join(" and ")} for this path, not ${method}`)];
  return operation.deprecated === true
    ? [remark("deprecated operation with a sunset date: avoid it")]
    : [];
}

function orderNotes(
  { status, credential, fault }: LoggedRequest,
  matched: Match,
  table: OrderIndex,
): Note[] {
  const { operation, parameter, orderId } = matched;
  if (operation?.parameter?.names !== "order") return [];
  const notes: Note[] = [];
  if (orderId === undefined)
    notes.push(
      mistake(
        parseInteger(parameter) === undefined
          ? "orderId is not an int64: use decimal digits only"
          : `orderId is outside the range of int64 (${INT64_MIN} to ${INT64_MAX})`,
      ),
    );
  if (credential !== "good" || fault?.status !== undefined) return notes;
  if (status === 409) notes.push(remark("409: already shipped. Every client must handle this."));
  const meant = idsRoundedTo(parameter, table);
  if (meant.length > 0)
    notes.push(
      roundedNote(meant, status, orderId !== undefined && positionOf(table, orderId) !== undefined),
    );
  return notes;
}

/** Doubles are exact below. */
const EXACT = 2 ** 53;

/**
 * The ids that a client sends as `parameter` when it reads them with JSON.parse, as doubles, without the id that is exactly that
 * text. A double is written by its shortest digits or, as a BigInt, by all of them.
 */
function idsRoundedTo(parameter: string, { ids, byId }: OrderIndex): bigint[] {
  const sent = parseInteger(parameter);
  const double = Number(parameter);
  if (sent === undefined || Math.abs(double) < EXACT || !Number.isFinite(double)) return [];
  if (String(double) !== parameter && BigInt(double) !== sent) return [];
  return Array.from(byId, (position) => ids[position]!).filter(
    (id) => id !== sent && Number(id) === double,
  );
}

/** The most common reason for a wrong id: a client that reads ids as doubles. `exists`: there is also an order with the id as it was sent. */
function roundedNote(meant: readonly bigint[], status: number, exists: boolean): Note {
  const question = `Did you mean ${meant.slice(0, 3).join(" or ")}? JSON.parse rounds it to this id.`;
  if (!exists) return mistake(`no order has this id. ${question}`);
  return remark(`${status === 204 ? "this order was cancelled. " : ""}${question}`);
}

function queryNote(query: string): string {
  const paging =
    /(?:^|&)(?:limit|offset|page|per_?page|page_?size|size|cursor|after|before|skip|take)=/i.test(
      query,
    );
  const filter =
    /(?:^|&)(?:filter|status|state|complete|pet_?id|q|query|search|sort|order_?by)=/i.test(query);
  const reason = paging
    ? "version 1 has no pagination"
    : filter
      ? "version 1 has no filters"
      : "version 1 has no query parameters";
  return `?${query} is ignored: ${reason}`;
}

/** The request without keys and other credentials that the client sent. */
export function redactRequest(
  request: UnnumberedRequest,
  apiKeys: readonly string[],
): UnnumberedRequest {
  const { path, query } = request;
  return {
    ...request,
    path: path && hideKeys(path, apiKeys),
    query: query && hideKeys(hideSecrets(query), apiKeys),
    exchange: redactExchange(request, apiKeys),
  };
}

/** Redacts parameters whose names suggest a credential. */
function hideSecrets(query: string): string {
  return query.replace(/((?:^|&)[^=&]*(?:key|token|secret|password|auth)[^=&]*=)[^&]*/gi, "$1…");
}

function hideKeys(text: string, apiKeys: readonly string[]): string {
  const isEscaped = text.includes("%");
  return apiKeys.reduce(
    (hidden, key) =>
      hidden.replaceAll(isEscaped ? spellingsOf(key) : key, () => `\${ORDERS_API_KEY}`),
    text,
  );
}

/** A key, which is visible ASCII, with any of its characters percent-encoded. */
function spellingsOf(key: string): RegExp {
  const characters = [...key].map((character) => {
    const hex = character.charCodeAt(0).toString(16);
    return `(?:\\x${hex}|%${hex.replace(/[a-f]/, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
  });
  return new RegExp(characters.join(""), "g");
}

const SECRET = /key|token|secret|password|auth|cookie/i;

/** The exchange without keys and other credentials; undefined for a request from before the world was watched. */
export function redactExchange(
  { exchange }: UnnumberedRequest,
  apiKeys: readonly string[],
): Exchange | undefined {
  if (exchange === undefined) return undefined;
  const { requestHeaders, responseHeaders, body, bytes } = exchange;
  return {
    requestHeaders: requestHeaders.map(([name, value]) => [
      name,
      withoutSecrets(name, value, apiKeys),
    ]),
    // A reply may repeat what was sent.
    responseHeaders: responseHeaders.map(([name, value]) => [name, hideKeys(value, apiKeys)]),
    body: hideKeys(body, apiKeys),
    bytes,
  };
}

/** A key of the mock is named by its variable; any other credential may be one of another service. */
function withoutSecrets(name: string, value: string, apiKeys: readonly string[]): string {
  // Another replica has named the key.
  if (value.startsWith(`Bearer \${ORDERS_API_KEY}`)) return value;
  const key = apiKeys.find(
    (one) => value === `Bearer ${one}` || value.startsWith(`Bearer ${one}.`),
  );
  if (key !== undefined) return value.replace(key, () => `\${ORDERS_API_KEY}`);
  if (/^authorization$/i.test(name)) return value.includes(" ") ? value.replace(/ .*/s, " …") : "…";
  if (SECRET.test(name)) return "…";
  return hideKeys(value, apiKeys);
}
