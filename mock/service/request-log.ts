/** The last requests of a world. Keys are stored only while the world is watched; notes are derived when the log is read. */

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
  /** Without the question mark. */
  readonly query: string | undefined;
  readonly credential: CredentialKind;
  readonly body: Call["body"];
  readonly preflight: boolean;
  readonly status: number;
  readonly fault: FaultEffect | undefined;
  /** Undefined for a request from before the world was watched. */
  readonly exchange: Exchange | undefined;
}

type Header = readonly [name: string, value: string];

/** The headers of a request and its response, and the response's body. */
export interface Exchange {
  readonly requestHeaders: readonly Header[];
  readonly responseHeaders: readonly Header[];
  /** The body or its beginning, as text: a piece of the list itself would keep all of it in memory. */
  readonly body: string;
  /** The length of the whole body in bytes. */
  readonly bytes: number;
}

/** Bytes of a body that are kept. */
const MAX_BODY = 1 << 16;

function exchangeOf({ headers = [] }: Call, reply: Reply): Exchange {
  return {
    requestHeaders: pairs(headers),
    responseHeaders: pairs(reply.headers),
    body: new TextDecoder().decode(reply.body.subarray(0, MAX_BODY), { stream: true }),
    bytes: reply.body.length,
  };
}

function pairs(headers: readonly string[]): Header[] {
  return Array.from({ length: headers.length >> 1 }, (_, at) => [
    headers[2 * at]!,
    headers[2 * at + 1]!,
  ]);
}

/** Logged requests of one world, and the length at which a path or a query is cut. */
const MAX_CALLS = 200;
const MAX_TEXT = 200;

/**
 * What the log has of a request, its path and its query cut, and all of it only if somebody watches: two hundred lists in a thousand
 * worlds would be many.
 */
export function describeRequest(
  at: number,
  call: Call,
  reply: Reply,
  credential: CredentialKind,
  { isWatched, apiKeys }: { readonly isWatched: boolean; readonly apiKeys: readonly string[] },
): Omit<LoggedRequest, "n"> {
  const { method, path, query, body, preflight } = call;
  return {
    at,
    method,
    path: path && shorten(path, apiKeys),
    query: query && shorten(query, apiKeys),
    credential,
    body,
    preflight: preflight !== undefined,
    status: reply.status,
    fault: reply.fault,
    exchange: isWatched ? exchangeOf(call, reply) : undefined,
  };
}

export class RequestLog {
  /** Called for every request. */
  onCall: ((request: LoggedRequest) => void) | undefined;
  private n = 0;
  private requests: LoggedRequest[] = [];

  add(request: Omit<LoggedRequest, "n">): void {
    const logged = { n: ++this.n, ...request };
    this.requests.push(logged);
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
