/** Names the credential in an app's request. */
import { createHash } from "node:crypto";
import type { Credential } from "../client/credentials.ts";
import { CredentialFinder, MASKED } from "./find-credentials.ts";
import type { PassedExchange, PresentedCredential } from "./passed-exchange.ts";

/** Headers besides Authorization in which some services take a key. */
const KEY_FIELD = /^(?:x-)?(?:api-?key|auth-?token|access-?token|token|key)$/i;

export interface Credentials extends PresentedCredential {
  readonly authorization?: string;
  /** The text after the scheme, or the whole value if it has no scheme. */
  readonly token?: string;
}

/**
 * `key` is the good key. Any other token is a wrong key if it gets 401, and a good one if not: an
 * app may have several. So a violation that only the good key can show needs exactly that key.
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

/** The key is in another place, or missing. */
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
