/**
 * A logged request for the client's developer: notes on what the contract says about it, and the
 * full exchange, without credentials.
 */

import { BASE_PATH } from "../../spec/base-address.ts";
import type { OperationId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import { type Note, notesOn } from "../../spec/interface/request-notes.ts";
import { type FaultEffect, headerPairs } from "../replies/call-and-reply.ts";
import { hideKeys } from "../service/hide-keys.ts";
import type { KeptExchange } from "../service/kept-exchanges.ts";
import type { LoggedRequest } from "../service/request-log.ts";
import type { World } from "../service/world.ts";
import { effectWords } from "./effect-words.ts";

/** A logged request with notes on what the contract says about it. */
export interface AnnotatedRequest {
  readonly n: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /**
   * Relative to the base address, with the query; keys are redacted. `(base address)` means the
   * base address itself.
   */
  readonly path: string;
  /** 0 if no response was sent. */
  readonly status: number;
  readonly operation?: OperationId;
  /** The id of the order named in the request, if the world has that order. */
  readonly order?: string;
  /** The fault that was applied. */
  readonly fault?: string;
  readonly notes: readonly string[];
  /** Notes about something the contract does not have: the client must be changed. */
  readonly mistakes: readonly string[];
}

/** The orders that requests may name. */
type NotedWorld = Pick<World, "ids" | "stateSince">;

/** Redacts `apiKeys` in the path and the notes, wherever the client sent them. */
export function annotate(
  request: LoggedRequest,
  apiKeys: readonly string[],
  world: NotedWorld,
): AnnotatedRequest {
  const { n, at, path, target = "", query, method, fault } = request;
  const matched = match(method, path ?? "");
  const place = path === "" ? "(base address)" : (path ?? `(outside ${BASE_PATH}) ${target}`);
  const shown = `${place}${query === undefined ? "" : `?${hideSecrets(query)}`}`;
  const isLost = fault?.fail === "reset" || fault?.fail === "hang";
  const { orderId } = matched;
  const order = orderId === undefined ? undefined : world.stateSince(orderId);
  const notes = notesOf(request, world, order);
  const hide = (text: string): string => hideKeys(text, apiKeys);
  return {
    n,
    at: new Date(at).toISOString(),
    method,
    path: hide(shown),
    status: isLost ? 0 : request.status,
    ...(matched.operation && { operation: matched.operation.id }),
    ...(order && { order: String(orderId) }),
    ...(fault && { fault: describeEffect(fault) }),
    notes: notes.map(({ text }) => hide(text)),
    mistakes: notes.filter(({ isMistake }) => isMistake).map(({ text }) => hide(text)),
  };
}

/** A status from a fault says nothing about the order. */
function notesOf(
  request: LoggedRequest,
  world: NotedWorld,
  order: ReturnType<NotedWorld["stateSince"]>,
): readonly Note[] {
  const { query, body, preflight: isPreflight, fault } = request;
  const orders = (double: number) => [...world.ids()].filter((id) => Number(id) === double);
  const noted = {
    ...request,
    query: query && hideSecrets(query),
    hasBody: body === "some",
    isPreflight,
    status: fault?.status === undefined ? request.status : undefined,
    change: order && changeBefore(request, order),
  };
  if (fault?.keyExpired !== true) return notesOn(noted, orders);

  const others = notesOn({ ...noted, credential: "good" }, orders);
  const text = "the key has expired, as the scenario says: 401";
  return [{ id: "key-refused", text, isMistake: false }, ...others];
}

/**
 * Returns how long before a request the order changed its state: "shipped 3 s before". Undefined if
 * the change came later or its time is unknown.
 */
function changeBefore(
  { at, status }: LoggedRequest,
  { state, at: since }: NonNullable<ReturnType<NotedWorld["stateSince"]>>,
): string | undefined {
  if (state !== { 404: "cancelled", 409: "shipped" }[status]) return undefined;
  // The request itself may have shipped the order.
  if (since === undefined || since > at + 100) return undefined;
  const seconds = Math.round((at - since) / 1000);
  if (seconds < 1) return `${state} just before`;
  return `${state} ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} before`;
}

/** The fault applied to a response, in one line. */
export function describeEffect({ delayMs, keyExpired, ...effect }: FaultEffect): string {
  if (keyExpired === true) return "key expired";
  return effectWords(delayMs > 0 ? { ...effect, delay: delayMs } : effect);
}

/** Redacts parameters whose names suggest a credential. */
function hideSecrets(query: string): string {
  return query.replace(/((?:^|&)[^=&]*(?:key|token|secret|password|auth)[^=&]*=)[^&]*/gi, "$1…");
}

const SECRET = /key|token|secret|password|auth|cookie/i;

type Header = readonly [name: string, value: string];

/** The headers of a request and its response, and the response's body. */
export interface ExchangeDetails {
  readonly requestHeaders: readonly Header[];
  readonly responseHeaders: readonly Header[];
  /** The body, or its beginning. */
  readonly body: string;
  /** Length of the whole body in bytes. */
  readonly bytes: number;
}

/** Returns the exchange without keys and other credentials. */
export function detailsOf(exchange: KeptExchange, apiKeys: readonly string[]): ExchangeDetails {
  const { requestHeaders, responseHeaders, responseBody, bytes } = exchange;
  const text = new TextDecoder().decode(responseBody, { stream: bytes > responseBody.length });
  return {
    requestHeaders: headerPairs(requestHeaders, (value, name) =>
      exchangeWithoutSecrets(name, value, apiKeys),
    ),
    // A reply may repeat what the client sent.
    responseHeaders: headerPairs(responseHeaders, (value) => hideKeys(value, apiKeys)),
    body: hideKeys(text, apiKeys),
    bytes,
  };
}

/**
 * Replaces a key of the mock by its variable, and redacts any other credential, which may belong to
 * another service.
 */
function exchangeWithoutSecrets(name: string, value: string, apiKeys: readonly string[]): string {
  const keys = apiKeys.filter(
    (one) => value === `Bearer ${one}` || value.startsWith(`Bearer ${one}.`),
  );
  // One key may be the beginning of another.
  const key = keys.sort((a, b) => b.length - a.length)[0];
  if (key !== undefined) return value.replace(key, () => `\${ORDERS_API_KEY}`);
  if (/^authorization$/i.test(name)) return value.includes(" ") ? value.replace(/ .*/s, " …") : "…";
  if (SECRET.test(name)) return "…";
  return hideKeys(value, apiKeys);
}
