/** The plain data that the service and its adapters exchange: a call and the reply to it. */
import type { FaultFailure } from "../../scenarios/limits.ts";

/** A CORS preflight: the request that will follow. */
export interface Preflight {
  readonly method: string;
  /** Comma-separated header names; may be empty. */
  readonly headers: string;
}

/** The parts of a request that the service needs. */
export interface Call {
  readonly method: string;
  /**
   * Relative to the base address, as sent, without the query; undefined if the target is outside
   * the base address.
   */
  readonly path: string | undefined;
  /** The text after the question mark. Only logged: version 1 has no query parameters. */
  readonly query: string | undefined;
  /** The header's value; several headers are joined with a comma (RFC 9110, section 5.3). */
  readonly authorization: string | undefined;
  /** The Origin header. */
  readonly origin: string | undefined;
  /** Defined if the request has the headers of a CORS preflight. */
  readonly preflight: Preflight | undefined;
  readonly body: "none" | "some";
  /** The whole path as sent, including the base address's path. Only logged. */
  readonly target?: string | undefined;
  /** All headers, alternating names and values. Only logged. */
  readonly headers?: readonly string[];
}

/**
 * Reads a call in one pass over the headers, alternating names and values. Repeated Authorization
 * headers are joined with a comma, which is not a valid key. `path`, `query` and `target` are as in
 * {@link Call}.
 */
export function readCall(
  method: string,
  path: string | undefined,
  query: string | undefined,
  headers: readonly string[],
  target?: string,
): Call {
  const call: { -readonly [Name in keyof Call]: Call[Name] } = {
    method,
    path,
    query,
    authorization: undefined,
    origin: undefined,
    preflight: undefined,
    body: "none",
    target,
    headers,
  };
  let requestedHeaders = "";
  for (let at = 0; at < headers.length; at += 2) {
    const value = headers[at + 1]!;
    switch (headers[at]!.toLowerCase()) {
      case "authorization":
        call.authorization =
          call.authorization === undefined ? value : `${call.authorization}, ${value}`;
        break;
      case "origin":
        call.origin = value;
        break;
      case "access-control-request-method":
        call.preflight = { method: value, headers: "" };
        break;
      case "access-control-request-headers":
        requestedHeaders = value;
        break;
      case "content-length":
        if (value !== "0") call.body = "some";
        break;
      case "transfer-encoding":
        call.body = "some";
        break;
    }
  }
  if (call.preflight !== undefined)
    call.preflight = { ...call.preflight, headers: requestedHeaders };
  return call;
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

export interface Reply {
  readonly status: number;
  /** Alternating names and values, including Content-Length unless the status forbids it. */
  readonly headers: readonly string[];
  /** Empty for 204 and HEAD. The bytes never change, so a slow client needs no copy of a list. */
  readonly body: Uint8Array;
  /** The fault that the adapter must apply. */
  readonly fault?: FaultEffect;
  /** True if the connection must be closed after this reply. */
  readonly isLast?: boolean;
}

/** Converts headers that alternate names and values to pairs; `shown` maps each value. */
export function headerPairs(
  headers: readonly string[],
  shown = (value: string, _name: string): string => value,
): [name: string, value: string][] {
  return Array.from({ length: headers.length >> 1 }, (_, at) => {
    const name = headers[2 * at]!;
    return [name, shown(headers[2 * at + 1]!, name)];
  });
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

/** The reply to HEAD: the headers of GET, including Content-Length, and no body. */
export function withoutBody(reply: Reply): Reply {
  return { ...reply, body: NO_BODY };
}
