/** The last requests of a world. Keys are hidden, and notes derived, when the log is read. */

import type { CredentialKind } from "../../spec/interface/request-notes.ts";
import type { Call, FaultEffect, Reply } from "../replies/messages.ts";
import { hideKeys } from "./hide-keys.ts";

export interface LoggedRequest {
  /** The number of the request in its world, from 1, across resets. */
  readonly n: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Relative to the base address; undefined for a target outside of it. */
  readonly path: string | undefined;
  /** The whole path, without the query, of a target outside the base address. */
  readonly target: string | undefined;
  /** Without the question mark. */
  readonly query: string | undefined;
  readonly credential: CredentialKind;
  readonly body: Call["body"];
  readonly preflight: boolean;
  readonly status: number;
  readonly fault: FaultEffect | undefined;
  /** Undefined once there are too many of them. */
  exchange: Exchange | undefined;
}

/** The headers of a request and its response, alternating names and values, and the response's body. */
export interface Exchange {
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: readonly string[];
  /** The body or its beginning. */
  readonly body: Uint8Array;
  /** The length of the whole body in bytes. */
  readonly bytes: number;
  /** Its approximate size in memory, in bytes. */
  readonly size: number;
}

/** Bytes of a body that are kept. */
const MAX_BODY = 1 << 16;

function exchangeOf({ headers = [] }: Call, { headers: responseHeaders, body }: Reply): Exchange {
  const beginning = body.length > MAX_BODY ? beginningOf(body) : body;
  let size = beginning.length + 16 * (headers.length + responseHeaders.length);
  for (const text of headers) size += text.length;
  for (const text of responseHeaders) size += text.length;
  return {
    requestHeaders: headers,
    responseHeaders,
    body: beginning,
    bytes: body.length,
    size,
  };
}

const beginnings = new WeakMap<Uint8Array, Uint8Array>();

/** A copy, since a part would keep all of a long list in memory. A list is the body of many replies. */
function beginningOf(body: Uint8Array): Uint8Array {
  const known = beginnings.get(body) ?? body.slice(0, MAX_BODY);
  beginnings.set(body, known);
  return known;
}

/** Logged requests of one world, and the length at which a path or a query is cut. */
const MAX_CALLS = 200;
const MAX_TEXT = 200;
/** Bytes of exchanges that a mock keeps. */
const MAX_KEPT = 8 << 20;

/** The exchanges that the logs of all worlds have: the oldest go first. */
export class KeptExchanges {
  private readonly requests = new Set<LoggedRequest>();
  private bytes = 0;

  add(request: LoggedRequest): void {
    this.requests.add(request);
    this.bytes += request.exchange?.size ?? 0;
    for (const oldest of this.requests) {
      if (this.bytes <= MAX_KEPT) return;
      this.drop(oldest);
    }
  }

  drop(request: LoggedRequest): void {
    if (!this.requests.delete(request)) return;
    this.bytes -= request.exchange?.size ?? 0;
    request.exchange = undefined;
  }
}

/** The entry of a request in the log, with a limit for its path and its query. */
export function describeRequest(
  at: number,
  call: Call,
  reply: Reply,
  credential: CredentialKind,
  apiKeys: readonly string[],
): Omit<LoggedRequest, "n"> {
  const { method, path, target, query, body, preflight } = call;
  return {
    at,
    method,
    path: path && shorten(path, apiKeys),
    target: path === undefined && target !== undefined ? shorten(target, apiKeys) : undefined,
    query: query && shorten(query, apiKeys),
    credential,
    body,
    preflight: preflight !== undefined,
    status: reply.status,
    fault: reply.fault,
    exchange: exchangeOf(call, reply),
  };
}

export class RequestLog {
  /** Called for every request. */
  onCall: ((request: LoggedRequest) => void) | undefined;
  private readonly kept: KeptExchanges;
  private n = 0;
  private requests: LoggedRequest[] = [];

  constructor(kept: KeptExchanges) {
    this.kept = kept;
  }

  add(request: Omit<LoggedRequest, "n">): void {
    const logged = { n: ++this.n, ...request };
    this.kept.add(logged);
    this.requests.push(logged);
    const dropped = this.requests.at(-MAX_CALLS - 1);
    if (dropped !== undefined) this.kept.drop(dropped);
    // Many at once: this is in the way of every reply.
    if (this.requests.length === 2 * MAX_CALLS) this.requests.splice(0, MAX_CALLS);
    this.onCall?.(logged);
  }

  /** The requests after the nth, oldest first. */
  after(n: number): LoggedRequest[] {
    return this.requests.slice(-MAX_CALLS).filter((request) => request.n > n);
  }

  /** The nth request, as long as it is in the log. */
  get(n: number): LoggedRequest | undefined {
    return this.after(n - 1).find((request) => request.n === n);
  }

  /** Empties the log; numbers continue. */
  clear(): void {
    for (const request of this.requests) this.kept.drop(request);
    this.requests = [];
  }
}

/** A copy: a slice would keep the long text in memory. A key is hidden before it is cut: its beginning could not be told from other text. */
function shorten(text: string, apiKeys: readonly string[]): string {
  if (text.length <= MAX_TEXT) return text;
  const shown = hideKeys(text, apiKeys);
  const cut = shown.length > MAX_TEXT ? `${shown.slice(0, MAX_TEXT)}…` : shown;
  return JSON.parse(JSON.stringify(cut));
}
