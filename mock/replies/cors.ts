/** CORS headers and preflight replies (silence cors; Fetch standard, section 3.2). */
import type { Answers } from "../../spec/clauses/index.ts";
import type { Profile, ProfileReply } from "../../spec/profile/shape.ts";
import { ERROR_MESSAGES } from "./error-reply.ts";
import { type Call, emptyReply, type Preflight, type Reply, withHeaders } from "./messages.ts";
import { applyProfile, filled, fillHeaders } from "./profile-replies.ts";

/** Response headers that a page of another origin may read, in addition to the safelisted ones. */
const EXPOSED = "WWW-Authenticate, Allow, Deprecation, Sunset, Retry-After";

/** Profiles that know what pages may read have it for an origin that the service does not know, and perhaps for that of the app. */
export type Observed = Pick<Profile, "replies"> & { readonly origin?: string | undefined };

/** The headers for a page of an origin, or for a client that names none. */
export function corsHeaders(
  call: Call,
  status: number,
  answer: Answers["cors"],
  { replies, origin: app }: Observed,
): readonly string[] {
  const { origin, method } = call;
  // A profile has those of OPTIONS with the rest of its reply.
  if (method === "OPTIONS" && replies.options !== undefined) return [];
  const {
    "origin-app": own,
    "origin-foreign": foreign,
    "origin-none": none,
    "origin-refused": refused,
  } = replies;
  if (status === 401 && refused !== undefined && allowsNone(refused)) return [];
  const observed = origin === undefined ? none : origin === app ? (own ?? foreign) : foreign;
  if (observed !== undefined) return filledFor(observed, call, { "{origin}": origin ?? "" });
  if (origin === undefined || answer !== "any") return [];
  return [
    ...["Access-Control-Allow-Origin", origin, "Access-Control-Allow-Credentials", "true"],
    ...["Access-Control-Expose-Headers", EXPOSED, "Vary", "Origin"],
  ];
}

function allowsNone({ headers = {} }: ProfileReply): boolean {
  return !("Access-Control-Allow-Origin" in headers);
}

/** The headers of a profile, alternating names and values; whole values that repeat a header of the request are `requested`. */
function filledFor(
  { headers = {} }: ProfileReply,
  call: Call,
  requested: Readonly<Record<string, string>>,
): string[] {
  const given = Object.entries(headers).flatMap(([name, value]) => [
    name,
    requested[value] ?? value,
  ]);
  return fillHeaders(given, call, "");
}

/** The reply to a preflight, by the profile if it has one; undefined for other calls. */
export function preflightReply(
  call: Call,
  answer: Answers["cors"],
  { replies, origin: app }: Observed,
): Reply | undefined {
  const { method, origin, preflight } = call;
  if (method !== "OPTIONS" || origin === undefined || preflight === undefined) return undefined;
  const profile = (origin === app ? replies["preflight-app"] : undefined) ?? replies.preflight;
  if (profile !== undefined) return profilePreflight(profile, call, origin, preflight);
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
function profilePreflight(
  profile: ProfileReply,
  call: Call,
  origin: string,
  { method, headers }: Preflight,
): Reply {
  const requested = filledFor(profile, call, {
    "{origin}": origin,
    "{method}": method,
    "{headers}": headers,
  });
  const wording = { code: "path_not_found", message: ERROR_MESSAGES.path_not_found };
  const reply = applyProfile(emptyReply(204), { ...profile, headers: {} }, wording);
  return withHeaders(filled(reply, call, ""), requested);
}
