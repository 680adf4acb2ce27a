/** What the contract says of a call: remarks for the person who wrote the client, and no judgement of the service. */
import { INT64_MAX, INT64_MIN, parseInteger } from "../spec/int64.ts";
import { type OperationId, type Route, routePath } from "../spec/operations.ts";
import type { Trouble } from "./faults.ts";
import type { Credential, Seen } from "./request-log.ts";

export interface Annotation {
  /** The call's path with its query, without a key. */
  readonly path: string;
  readonly operation?: OperationId;
  readonly notes: readonly string[];
}

/** `apiKeys` must appear in no remark, wherever the client put them. */
export function annotate(seen: Seen, apiKeys: readonly string[]): Annotation {
  const { path, query, method } = seen;
  const route = path === undefined ? undefined : routePath(path);
  const fitting = route?.operation.method === method ? route : undefined;
  const shown = `${path ?? "(outside /v1)"}${query === undefined ? "" : `?${hideSecrets(query)}`}`;
  const notes =
    seen.preflight && method === "OPTIONS" ? ["a browser's preflight, which comes before the call proper"] : [];
  if (notes.length === 0) {
    notes.push(...keyNotes(seen), ...placeNotes(seen, route), ...orderNotes(seen, fitting));
    if (query !== undefined && query !== "") notes.push(queryNote(hideSecrets(query)));
    if (seen.body === "some") notes.push("sent a body: no operation takes one, ignored");
  }
  const hide = (text: string): string => hideKeys(text, apiKeys);
  return { path: hide(shown), ...(fitting && { operation: fitting.operation.id }), notes: notes.map(hide) };
}

/** One line for a log: what a scenario did to an answer. */
export function describeTrouble({ delayMs, status, retryAfter, fail, keyExpired }: Trouble): string {
  if (keyExpired === true) return "key expired";
  const after = retryAfter === undefined ? "" : `, Retry-After ${retryAfter}`;
  const answer = status === undefined ? fail : `status ${status}${after}`;
  return [...(delayMs > 0 ? [`delay ${delayMs} ms`] : []), ...(answer === undefined ? [] : [answer])].join(", ");
}

const KEY_NOTES: Readonly<Record<Exclude<Credential, "good">, string>> = {
  none: "no Authorization: every operation needs the key",
  empty: "Authorization without a key: 401",
  undefined: "Authorization: Bearer undefined — the client had no key when it sent this",
  bare: "Authorization without a scheme: it takes Bearer and the key",
  "other-scheme": "Authorization of another scheme than Bearer: 401",
  wrong: "Authorization with a key that the mock does not accept: 401",
};

function keyNotes({ credential, trouble }: Seen): string[] {
  if (trouble?.keyExpired === true) return ["the key has expired, as the scenario has it: 401"];
  return credential === "good" ? [] : [KEY_NOTES[credential]];
}

function placeNotes({ path, method }: Seen, route: Route | undefined): string[] {
  if (path === undefined) return ["not below /v1: the version is a part of the base address"];
  if (route === undefined) {
    if (path.endsWith("/") && routePath(path.replace(/\/+$/, "")) !== undefined)
      return ["ends in a slash: no path of the interface does"];
    return ["the contract has no such path"];
  }
  const { operation } = route;
  if (method === "HEAD" && operation.method === "GET") return ["HEAD: the contract does not show it"];
  if (method !== operation.method) return [`the contract has ${operation.method} here, not ${method}`];
  return operation.id === "getPet" ? ["a deprecated operation with a sunset date: better not used"] : [];
}

function orderNotes({ status, credential, trouble }: Seen, route: Route | undefined): string[] {
  if (route?.operation.id !== "cancelOrder") return [];
  const { parameter, orderId } = route;
  if (orderId === undefined) {
    if (parseInteger(parameter) === undefined) return ["orderId is no int64: it takes decimal digits alone"];
    return [`orderId is outside int64 (${INT64_MIN} to ${INT64_MAX})`];
  }
  if (credential !== "good" || trouble?.status !== undefined) return [];
  if (status === 409) return ["the order has already shipped: 409, which every client must be ready for"];
  if (status === 404) return roundedNote(orderId);
  return [];
}

/** The most usual reason for an id that does not exist: a client whose numbers are doubles. */
function roundedNote(orderId: bigint): string[] {
  const doubled = orderId > 2n ** 53n && BigInt(Number(orderId)) === orderId;
  return doubled ? ["no such order; the id may have lost digits beyond 2^53 on its way through JSON.parse"] : [];
}

function queryNote(query: string): string {
  const paging = /(?:^|&)(?:limit|offset|page|per_?page|page_?size|size|cursor|after|before|skip|take)=/i.test(query);
  const filter = /(?:^|&)(?:filter|status|state|complete|pet_?id|q|query|search|sort|order_?by)=/i.test(query);
  const why = paging
    ? "version 1 has no paging"
    : filter
      ? "version 1 has no filters"
      : "version 1 has no query parameters";
  return `sent ?${query}: ${why}, ignored`;
}

/** Values of parameters whose names promise a credential. */
function hideSecrets(query: string): string {
  return query.replace(/((?:^|&)[^=&]*(?:key|token|secret|password|auth)[^=&]*=)[^&]*/gi, "$1…");
}

function hideKeys(text: string, apiKeys: readonly string[]): string {
  return apiKeys.reduce((hidden, key) => hidden.replaceAll(key, `\${ORDERS_API_KEY}`), text);
}
