/** CORS headers and preflight replies (open question cors; Fetch standard, section 3.2). */
import type { Answers } from "../../spec/clauses/index.ts";
import { type Call, emptyReply, type Preflight, type Reply } from "./call-and-reply.ts";

/** Response headers that a page of another origin may read, in addition to the safelisted ones. */
const EXPOSED = "WWW-Authenticate, Allow, Deprecation, Sunset, Retry-After";

/** Headers for a page of another origin; none if the client names no origin. */
export function corsHeaders({ origin }: Call, answer: Answers["cors"]): readonly string[] {
  if (origin === undefined || answer !== "any") return [];
  return Object.entries({
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Expose-Headers": EXPOSED,
    Vary: "Origin",
  }).flat();
}

/** Returns undefined for other calls, and if the answer allows no page. */
export function preflightReply(
  { method, origin, preflight }: Call,
  answer: Answers["cors"],
): Reply | undefined {
  if (method !== "OPTIONS" || origin === undefined || preflight === undefined) return undefined;
  return answer === "any" ? allowPreflight(origin, preflight) : undefined;
}

/** Allows every method and header, because a preflight is answered before the contract applies. */
function allowPreflight(origin: string, { method, headers }: Preflight): Reply {
  const fields = {
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Methods": method,
    "Access-Control-Allow-Headers": headers || "Authorization",
    "Access-Control-Max-Age": "600",
    Vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
  };
  return emptyReply(204, Object.entries(fields).flat());
}
