/** The call of a request of node:http. */
import type { IncomingMessage } from "node:http";
import { VERSION_SEGMENT } from "../../spec/interface/operations.ts";
import type { Call } from "../replies/messages.ts";
import { readCall } from "../replies/read-call.ts";

/** The path of the base address. */
export const BASE_PATH = `/${VERSION_SEGMENT}`;

/** From the raw headers and target, without URL or Headers objects. */
export function callOf({ method = "GET", url = "", rawHeaders, socket }: IncomingMessage): Call {
  const mark = url.indexOf("?");
  const end = mark < 0 ? url.length : mark;
  const scheme = "encrypted" in socket ? "https" : "http";
  const query = mark < 0 ? undefined : url.slice(mark + 1);
  return readCall(method, pathOf(url, end), query, rawHeaders, { target: url.slice(0, end), scheme });
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
