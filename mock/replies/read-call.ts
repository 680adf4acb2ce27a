/** Reads a call from the parts of a request. */
import type { Call } from "./messages.ts";

/**
 * One pass over the headers, alternating names and values. Repeated Authorization headers are joined with a comma, which is not a
 * valid key. `path`, `query` and `target` are as in {@link Call}.
 */
export function readCall(
  method: string,
  path: string | undefined,
  query: string | undefined,
  headers: readonly string[],
  { target, scheme = "http" }: { readonly target?: string; readonly scheme?: "http" | "https" } = {},
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
    requestedMethod === undefined ? undefined : { method: requestedMethod, headers: requestedHeaders, privateNetwork };
  return { method, path, query, authorization, origin, ifNoneMatch, preflight, body, server, target, headers };
}
