/** How an app presents itself: the name of the credential in its request. */
import { createHash } from "node:crypto";
import type { Credential } from "../client/credentials.ts";
import { CredentialFinder, MASKED } from "./find-credentials.ts";
import type { PassedExchange, Presented } from "./passed-exchange.ts";

/** Where some services take a key, besides Authorization. */
const KEY_FIELD = /^(?:x-)?(?:api-?key|auth-?token|access-?token|token|key)$/i;

export interface Credentials extends Presented {
  /** The value of Authorization. */
  readonly authorization?: string;
  /** The text after the scheme, or the whole value without one. */
  readonly token?: string;
}

/**
 * A token that gets 401 counts as a wrong one, unless it is the good key, and any other as a good one: an app may have several keys. So a
 * violation that only the good key could show is reported for that one alone. `key` is the good one.
 */
export function presentedIn(passed: PassedExchange, key: string | undefined): Credentials {
  const { requestHeaders, response, presented } = passed;
  const authorization = requestHeaders.find(([name]) => /^authorization$/i.test(name))?.[1];
  if (presented !== undefined)
    return { ...presented, ...(authorization !== undefined && { authorization }) };
  if (authorization === undefined) return presentedElsewhere(passed, key);

  const isRefused = response?.status === 401;
  const [, first = "", space = "", behind = ""] =
    /^(\S*)(\s*)(.*)$/s.exec(authorization.trimStart()) ?? [];
  if (first === "") return { credential: "blank-header", isKeyKnown: true, authorization };
  if (MASKED.test(authorization))
    return { credential: isRefused ? "wrong" : "good", isKeyKnown: false, authorization };

  const rest = behind.trimEnd();
  const hasScheme = rest !== "" || /^(?:bearer|basic|token|digest)$/i.test(first);
  const [scheme, token] = hasScheme ? [first, rest] : ["", first];
  const isMasked = MASKED.test(token);
  const named = (credential: Credential, isKeyKnown: boolean) => ({
    credential,
    isKeyKnown,
    ...(!isMasked && { user: createHash("sha256").update(token).digest("base64url") }),
    authorization,
    token,
  });
  if (!/^bearer$/i.test(scheme)) {
    const isBasic = /^basic$/i.test(scheme);
    const text = isBasic ? Buffer.from(token, "base64").toString() : token;
    const hasKey = key !== undefined && text.includes(key);
    if (isRefused && !hasKey) return named("basic-wrong", key !== undefined);
    return named(isBasic ? "basic" : hasScheme ? "token-scheme" : "bare", hasKey);
  }
  if (token === "") return named(space === "" ? "scheme-only" : "empty", true);
  if (token === "undefined" || token === "null")
    return { credential: token, isKeyKnown: true, authorization };

  const isGoodKey = token === key;
  if (isRefused && !isGoodKey) return named("wrong", key !== undefined && !isMasked);
  if (scheme === "Bearer") return named(space.length > 1 ? "two-spaces" : "good", isGoodKey);
  return named(scheme === "BEARER" ? "upper-case-scheme" : "lower-case-scheme", isGoodKey);
}

/** The key in another place, or none. */
function presentedElsewhere(
  { target, requestHeaders }: PassedExchange,
  key: string | undefined,
): Credentials {
  const named = (credential: Credential) => ({ credential, isKeyKnown: true });
  const field = requestHeaders.find(
    ([name, value]) => KEY_FIELD.test(name) || (key !== undefined && value.includes(key)),
  );
  const hasCookie = requestHeaders.some(([name]) => /^cookie$/i.test(name));
  if (field !== undefined && !/^cookie$/i.test(field[0]))
    return { ...named("x-api-key"), token: field[1] };
  const [, query = ""] = target.split("?", 2);
  if (new CredentialFinder().query(query) !== query) return named("query-api-key");
  return named(hasCookie ? "cookie" : "none");
}
