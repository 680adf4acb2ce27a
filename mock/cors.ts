/** What a page of another origin needs in order to call the service (silence cors; the Fetch standard, section 3.2). */
import { emptyReply, type Reply } from "./replies.ts";

/** What a browser's preflight announces of the call that will follow. */
export interface Preflight {
  readonly method: string;
  /** Names of headers, separated by commas; empty when there are none. */
  readonly headers: string;
  /** True when a page from a public network wants to reach a private one. */
  readonly privateNetwork: boolean;
}

/** The headers that a page of another origin may read, beyond those that browsers show anyway. */
const EXPOSED = "WWW-Authenticate, Allow, Deprecation, Sunset, Retry-After";

export function allowOrigin(origin: string): readonly string[] {
  return [
    ...["Access-Control-Allow-Origin", origin, "Access-Control-Allow-Credentials", "true"],
    ...["Access-Control-Expose-Headers", EXPOSED, "Vary", "Origin"],
  ];
}

/** Whatever the page wants to send: the preflight asks the browser's question, not the contract's. */
export function permit(origin: string, preflight: Preflight): Reply {
  return emptyReply(204, [
    ...["Access-Control-Allow-Origin", origin, "Access-Control-Allow-Credentials", "true"],
    ...["Access-Control-Allow-Methods", preflight.method],
    ...["Access-Control-Allow-Headers", preflight.headers || "Authorization"],
    ...(preflight.privateNetwork ? ["Access-Control-Allow-Private-Network", "true"] : []),
    ...["Access-Control-Max-Age", "600"],
    ...["Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"],
  ]);
}
