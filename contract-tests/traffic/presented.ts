/** How an app presents itself: the name of the credential in its request, and the text that may be the key. */
import type { Credential } from "../client/credentials.ts";
import { KEY_PLACEHOLDER } from "../client/redaction.ts";
import type { PassedExchange, Presented } from "./passed-exchange.ts";

/** The names of header fields and of query parameters whose value may be a credential. */
const SECRET = /key|token|secret|password|auth|session|signature|credential|cookie/i;

/** What tools put in the place of a key. */
const MASKED = /^(?:\W|x)*$|redact|mask|hidden|removed|\$\{/i;

export interface Credentials extends Presented {
  /** The value of Authorization. */
  readonly authorization?: string;
  /** What follows the scheme, or the whole value without one. */
  readonly token?: string;
}

/**
 * Without the good key, a token that gets 401 counts as a wrong one, and any other as a good one: a violation that only the good key could
 * show is not reported. `key` is the good one.
 */
export function presentedIn(
  { target, requestHeaders, response, presented }: PassedExchange,
  key: string | undefined,
): Credentials {
  const field = (wanted: RegExp) => requestHeaders.find(([name]) => wanted.test(name))?.[1];
  const authorization = field(/^authorization$/i);
  if (presented !== undefined)
    return { ...presented, ...(authorization !== undefined && { authorization }) };
  if (authorization === undefined) {
    const token = field(/^x-api-key$/i);
    const named = (credential: Credential) => ({ credential, isKeyKnown: true });
    if (token !== undefined) return { ...named("x-api-key"), token };
    const [, query = ""] = target.split("?", 2);
    if (maskQuery(query) !== query) return named("query-api-key");
    return named(field(/^cookie$/i) === undefined ? "none" : "cookie");
  }

  const [, first = "", space = "", rest = ""] = /^\s*(\S*)(\s*)(.*?)\s*$/.exec(authorization) ?? [];
  const hasScheme = rest !== "" || /^(?:bearer|basic|token|digest)$/i.test(first);
  const [scheme, token] = hasScheme ? [first, rest] : ["", first];
  const isKeyKnown = key !== undefined && !MASKED.test(token);
  const named = (credential: Credential, isKnown = true) => ({
    credential,
    isKeyKnown: isKnown,
    ...(!MASKED.test(token) && { user: token }),
    authorization,
    token,
  });
  if (first === "") return named("blank-header");
  const isRefused = response?.status === 401;
  if (!/^bearer$/i.test(scheme)) {
    const isBasic = /^basic$/i.test(scheme);
    const text = isBasic ? Buffer.from(token, "base64").toString() : token;
    if (isKeyKnown ? !text.includes(key) : isRefused) return named("basic-wrong", isKeyKnown);
    return named(isBasic ? "basic" : hasScheme ? "token-scheme" : "bare", isKeyKnown);
  }
  if (token === "") return named(space === "" ? "scheme-only" : "empty");
  if (token === "undefined" || token === "null")
    return { credential: token, isKeyKnown: true, authorization };
  if (isKeyKnown ? token !== key : isRefused) return named("wrong", isKeyKnown);
  if (scheme === "Bearer") return named(space.length > 1 ? "two-spaces" : "good", isKeyKnown);
  return named(scheme === "BEARER" ? "upper-case-scheme" : "lower-case-scheme", isKeyKnown);
}

/** The query with the values of parameters masked that may be credentials. */
export function maskQuery(query: string): string {
  return query.replace(/(?<=^|&)([^=&]*)=[^&]*/g, (parameter, name: string) =>
    SECRET.test(name) ? `${name}=${KEY_PLACEHOLDER}` : parameter,
  );
}

/** Shorter values are ordinary texts, such as the `1` of a cookie. */
const MIN_SECRET = 8;

/** The values of request headers that may be credentials of the app. */
export function secretsIn(headers: PassedExchange["requestHeaders"]): readonly string[] {
  return headers
    .filter(([name]) => SECRET.test(name) && !/^authorization$/i.test(name))
    .flatMap(([name, value]) =>
      /^cookie$/i.test(name)
        ? value.split(/; */).map((one) => one.replace(/^[^=]*=/, ""))
        : [value.replace(/^\S+ /, "")],
    )
    .filter((value) => value.length >= MIN_SECRET && !MASKED.test(value));
}
