/** The plain data that the service and its adapters exchange, a call and the reply to it, and how they are made. */
import type { FaultFailure } from "../../scenarios/scenario.ts";

/** A CORS preflight: the request that will follow. */
export interface Preflight {
  readonly method: string;
  /** Comma-separated header names; may be empty. */
  readonly headers: string;
  /** True if a page from a public network calls a private one. */
  readonly privateNetwork: boolean;
}

/** The parts of a request that the service needs. */
export interface Call {
  readonly method: string;
  /** Relative to the base address, as sent, without the query; undefined for a target outside the base address. */
  readonly path: string | undefined;
  /** The text after the question mark. Only logged: version 1 has no query parameters. */
  readonly query: string | undefined;
  /** The header's value; several headers are joined with a comma (RFC 9110, section 5.3). */
  readonly authorization: string | undefined;
  /** The Origin header. */
  readonly origin: string | undefined;
  /** The If-None-Match header. */
  readonly ifNoneMatch?: string | undefined;
  /** Defined if the request has the headers of a CORS preflight. */
  readonly preflight: Preflight | undefined;
  readonly body: "none" | "some";
  /** Scheme, host and port as the client names them; undefined where it does not. */
  readonly server?: string | undefined;
  /** The whole path as sent, with that of the base address. Default: that of an HTTP mock. */
  readonly target?: string | undefined;
  /** All headers, alternating names and values. Only logged. */
  readonly headers?: readonly string[];
}

/**
 * Reads a call in one pass over the headers, alternating names and values. Repeated Authorization headers are joined with a comma, which is not a
 * valid key. `path`, `query` and `target` are as in {@link Call}.
 */
export function readCall(
  method: string,
  path: string | undefined,
  query: string | undefined,
  headers: readonly string[],
  {
    target,
    scheme = "http",
  }: { readonly target?: string; readonly scheme?: "http" | "https" } = {},
): Call {
  let authorization: string | undefined;
  let origin: string | undefined;
  let ifNoneMatch: string | undefined;
  let server: string | undefined;
  let requestedMethod: string | undefined;
  let requestedHeaders = "";
  let privateNetwork = false;
  let body: Call["body"] = "none";
  for (let at = 0; at < headers.length; at += 2) {
    const value = headers[at + 1]!;
    switch (headers[at]!.toLowerCase()) {
      case "authorization":
        authorization = authorization === undefined ? value : `${authorization}, ${value}`;
        break;
      case "host":
        server = `${scheme}://${value}`;
        break;
      case "if-none-match":
        ifNoneMatch = value;
        break;
      case "origin":
        origin = value;
        break;
      case "access-control-request-method":
        requestedMethod = value;
        break;
      case "access-control-request-headers":
        requestedHeaders = value;
        break;
      case "access-control-request-private-network":
        privateNetwork = value === "true";
        break;
      case "content-length":
        if (value !== "0") body = "some";
        break;
      case "transfer-encoding":
        body = "some";
        break;
    }
  }
  const preflight =
    requestedMethod === undefined
      ? undefined
      : { method: requestedMethod, headers: requestedHeaders, privateNetwork };
  return {
    method,
    path,
    query,
    authorization,
    origin,
    ifNoneMatch,
    preflight,
    body,
    server,
    target,
    headers,
  };
}

/** The effect of faults on one response: what adapters apply (delayMs, fail) and what is logged. */
export interface FaultEffect {
  readonly delayMs: number;
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly fail?: FaultFailure | undefined;
  /** The key was valid until the scenario let it expire. */
  readonly keyExpired?: boolean;
}

/** A response. */
export interface Reply {
  readonly status: number;
  /** Alternating names and values, including Content-Length unless the status forbids it. */
  readonly headers: readonly string[];
  /** Empty for 204 and HEAD. The bytes never change: a slow client holds no copy of a list. */
  readonly body: Uint8Array;
  /** The fault that the adapter applies to it. */
  readonly fault?: FaultEffect;
  /** True: the connection is closed after it. */
  readonly isLast?: boolean;
}

const NO_BODY = new Uint8Array();
const JSON_TYPE = "application/json";

/** A reply with a body, which is JSON unless `type` is given. */
export function bodyReply(
  status: number,
  body: Uint8Array,
  headers: readonly string[] = [],
  type: string = JSON_TYPE,
): Reply {
  return {
    status,
    headers: ["Content-Type", type, "Content-Length", String(body.length), ...headers],
    body,
  };
}

export function emptyReply(status: number, headers: readonly string[] = []): Reply {
  return {
    status,
    headers: status === 204 ? headers : ["Content-Length", "0", ...headers],
    body: NO_BODY,
  };
}

export function withHeaders(reply: Reply, headers: readonly string[]): Reply {
  return { ...reply, headers: [...reply.headers, ...headers] };
}

/** The reply to HEAD: the headers of GET, Content-Length among them, and no body. */
export function withoutBody(reply: Reply): Reply {
  return { ...reply, body: NO_BODY };
}
