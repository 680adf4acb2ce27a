/** Reads a call from a request of node:http: from its raw headers and target, without URL or Headers objects. */
import type { IncomingMessage } from "node:http";
import { VERSION_SEGMENT } from "../../spec/interface/operations.ts";
import type { Call } from "../replies/messages.ts";

/** The path of the base address. */
export const BASE_PATH = `/${VERSION_SEGMENT}`;

/** One pass over the headers. Repeated Authorization headers are joined with a comma, which is not a valid key. */
export function readCall(request: IncomingMessage): Call {
  const { rawHeaders } = request;
  let authorization: string | undefined;
  let origin: string | undefined;
  let requestedMethod: string | undefined;
  let requestedHeaders = "";
  let privateNetwork = false;
  let body: Call["body"] = "none";
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const value = rawHeaders[at + 1]!;
    switch (rawHeaders[at]!.toLowerCase()) {
      case "authorization":
        authorization = authorization === undefined ? value : `${authorization}, ${value}`;
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
  const target = request.url ?? "";
  const mark = target.indexOf("?");
  return {
    method: request.method ?? "GET",
    path: pathOf(target, mark < 0 ? target.length : mark),
    query: mark < 0 ? undefined : target.slice(mark + 1),
    authorization,
    origin,
    preflight:
      requestedMethod === undefined
        ? undefined
        : { method: requestedMethod, headers: requestedHeaders, privateNetwork },
    body,
    headers: rawHeaders,
  };
}

/** The request target relative to the base address, without the query; undefined for a target outside of it. */
function pathOf(target: string, end: number): string | undefined {
  let start = 0;
  if (target[0] !== "/") {
    // Absolute form (RFC 9112, section 3.2.2), as sent to proxies.
    const authority = target.indexOf("://");
    start = authority < 0 ? -1 : target.indexOf("/", authority + 3);
    if (start < 0) return undefined;
  }
  if (!target.startsWith(BASE_PATH, start)) return undefined;
  const path = target.slice(start + BASE_PATH.length, end);
  return path === "" || path[0] === "/" ? path : undefined;
}
