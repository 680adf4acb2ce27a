/** CORS headers and preflight replies (silence cors; Fetch standard, section 3.2). */
import type { Answers } from "../../spec/clauses/index.ts";
import type { ProfileReply } from "../../spec/profile/shape.ts";
import { ERROR_MESSAGES } from "./error-reply.ts";
import { type Call, emptyReply, type Preflight, type Reply } from "./messages.ts";
import { applyProfile } from "./profile-replies.ts";

/** Response headers that a page of another origin may read, in addition to the safelisted ones. */
const EXPOSED = "WWW-Authenticate, Allow, Deprecation, Sunset, Retry-After";

export function corsHeaders(origin: string): readonly string[] {
  return [
    ...["Access-Control-Allow-Origin", origin, "Access-Control-Allow-Credentials", "true"],
    ...["Access-Control-Expose-Headers", EXPOSED, "Vary", "Origin"],
  ];
}

/** The reply to a preflight, by the profile if it has one; undefined for other calls. */
export function preflightReply(
  { method, origin, preflight }: Call,
  answer: Answers["cors"],
  profile: ProfileReply | undefined,
): Reply | undefined {
  if (method !== "OPTIONS" || origin === undefined || preflight === undefined) return undefined;
  if (profile !== undefined) return profilePreflight(profile, origin, preflight);
  return answer === "any" ? allowPreflight(origin, preflight) : undefined;
}

/** Allows every method and header: a preflight is answered for the browser, before the contract applies. */
function allowPreflight(origin: string, { method, headers, privateNetwork }: Preflight): Reply {
  return emptyReply(204, [
    ...["Access-Control-Allow-Origin", origin, "Access-Control-Allow-Credentials", "true"],
    ...["Access-Control-Allow-Methods", method],
    ...["Access-Control-Allow-Headers", headers || "Authorization"],
    ...(privateNetwork ? ["Access-Control-Allow-Private-Network", "true"] : []),
    ...["Access-Control-Max-Age", "600"],
    ...["Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"],
  ]);
}

/** `{origin}`, `{method}` and `{headers}` in the profile's headers are replaced by what was requested. */
function profilePreflight(override: ProfileReply, origin: string, { method, headers }: Preflight): Reply {
  const requested: Readonly<Record<string, string>> = { "{origin}": origin, "{method}": method, "{headers}": headers };
  const filled = Object.entries(override.headers ?? {}).map(([name, value]) => [name, requested[value] ?? value]);
  const wording = { code: "path_not_found", message: ERROR_MESSAGES.path_not_found };
  return applyProfile(emptyReply(204), { ...override, headers: Object.fromEntries(filled) }, wording);
}
