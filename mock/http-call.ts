/** A request of node:http as respond takes it, read from its raw headers and target without a URL or Headers object. */
import type { IncomingMessage } from "node:http";
import { VERSION_SEGMENT } from "../spec/operations.ts";
import type { Call } from "./respond.ts";

/** Where the interface is served on the mock's host. */
export const BASE_PATH = `/${VERSION_SEGMENT}`;

/** One pass over the headers; Authorization, should it come twice, is joined as HTTP has it, and so is no key. */
export function callOf(request: IncomingMessage): Call {
  const { rawHeaders } = request;
  let authorization: string | undefined;
  let origin: string | undefined;
  let asked: string | undefined;
  let announced = "";
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
        asked = value;
        break;
      case "access-control-request-headers":
        announced = value;
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
    preflight: asked === undefined ? undefined : { method: asked, headers: announced, privateNetwork },
    body,
  };
}

/** What follows the base address in a request target, without its query; undefined when it is not below it. */
function pathOf(target: string, end: number): string | undefined {
  let start = 0;
  if (target[0] !== "/") {
    // The absolute form (RFC 9112, section 3.2.2), which proxies send.
    const authority = target.indexOf("://");
    start = authority < 0 ? -1 : target.indexOf("/", authority + 3);
    if (start < 0) return undefined;
  }
  if (!target.startsWith(BASE_PATH, start)) return undefined;
  const path = target.slice(start + BASE_PATH.length, end);
  return path === "" || path[0] === "/" ? path : undefined;
}
