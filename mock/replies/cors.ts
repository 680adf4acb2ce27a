/** CORS headers and preflight replies (silence cors; Fetch standard, section 3.2). */
import { emptyReply, type Preflight, type Reply } from "./messages.ts";

/** Response headers that a page of another origin may read, in addition to the safelisted ones. */
const EXPOSED = "WWW-Authenticate, Allow, Deprecation, Sunset, Retry-After";

export function corsHeaders(origin: string): readonly string[] {
  return [
    ...["Access-Control-Allow-Origin", origin, "Access-Control-Allow-Credentials", "true"],
    ...["Access-Control-Expose-Headers", EXPOSED, "Vary", "Origin"],
  ];
}

/** Allows every method and header: a preflight is answered for the browser, before the contract applies. */
export function allowPreflight(origin: string, preflight: Preflight): Reply {
  return emptyReply(204, [
    ...["Access-Control-Allow-Origin", origin, "Access-Control-Allow-Credentials", "true"],
    ...["Access-Control-Allow-Methods", preflight.method],
    ...["Access-Control-Allow-Headers", preflight.headers || "Authorization"],
    ...(preflight.privateNetwork ? ["Access-Control-Allow-Private-Network", "true"] : []),
    ...["Access-Control-Max-Age", "600"],
    ...["Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"],
  ]);
}
