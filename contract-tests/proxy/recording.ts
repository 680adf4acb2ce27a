/** Makes a forwarded exchange one that can be judged and shown: the key of the app is redacted everywhere. */

import type { OutgoingCall } from "../client/calls.ts";
import type { Credential } from "../client/credentials.ts";
import type { Exchange } from "../client/exchange.ts";
import { DIRECT } from "../client/http/connector.ts";
import { KEY_PLACEHOLDER, keySecret, Redactor } from "../client/redaction.ts";
import { responseRedactor } from "../client/response-redaction.ts";
import type { LocatedTarget } from "../targets/locate-target.ts";
import type { ForwardedExchange } from "./forward.ts";

export type Upstream = Pick<LocatedTarget, "baseUrl"> & Partial<LocatedTarget>;

/** Request headers that can change a verdict and hold no data of a user. */
const RECORDED_HEADER =
  /^(?:accept|accept-encoding|content-type|content-length|origin|range|if-none-match|access-control-request-.*)$/i;
/** An Accept that allows JSON changes nothing. Another one makes other responses disputable. */
const ALLOWS_JSON = /\*\/\*|application\/\*|json/i;
/** The names of query parameters whose value may be a credential. */
const SECRET_PARAMETER = /key|token|secret|password|auth|session|signature|credential/i;

/** The path, with the key redacted, of a request outside the base address. */
export function recordExchange(
  forwarded: ForwardedExchange,
  deployment: Upstream,
): Exchange | string {
  const { key, keyVariable, connection = DIRECT } = deployment;
  const base = new URL(deployment.baseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const [, path = "", query] = /^([^?]*)(?:\?(.*))?$/.exec(forwarded.target) ?? [];
  const { credential, authorization, token = "" } = presentedIn(forwarded, query, key);
  const keys = [key, token].flatMap((text) => (text ? [keySecret(text)] : []));
  const secrets = [...keys, ...connection.secrets];
  const redactor = new Redactor(secrets);
  const shownPath = redactor.text(path);
  if (!path.startsWith(`${prefix}/`)) return shownPath;
  const shownQuery = query === undefined ? undefined : redactor.text(redactQuery(query));
  const headers = forwarded.requestHeaders.filter(
    ([name, value]) =>
      RECORDED_HEADER.test(name) && !(/^accept$/i.test(name) && ALLOWS_JSON.test(value)),
  );
  const call: OutgoingCall = {
    method: forwarded.method,
    path: shownPath.slice(prefix.length),
    credential,
    ...(shownQuery !== undefined && { query: shownQuery }),
    ...(headers.length > 0 && { headers }),
  };
  const shown = token === "" ? authorization : authorization?.replace(token, KEY_PLACEHOLDER);
  return {
    call,
    ...(keyVariable !== undefined && { keyVariable }),
    ...(connection.curl.length > 0 && { curlArguments: connection.curl }),
    url: `${base.origin}${shownPath}${shownQuery === undefined ? "" : `?${shownQuery}`}`,
    requestHeaders: [
      ...(shown === undefined ? [] : [["Authorization", shown] as const]),
      ...headers,
    ],
    ...responseRedactor(keySecret(token), secrets)(forwarded, {
      sent: token,
      masked: KEY_PLACEHOLDER,
    }),
    sentAt: forwarded.sentAt,
    receivedAt: forwarded.receivedAt,
  };
}

/**
 * The credential of the app by its name, and the text that may be the key: what follows the scheme, or the whole value without one.
 * Without the good key, a token that gets 401 counts as a wrong one: a violation that only the good key could show is not reported.
 */
function presentedIn(
  { requestHeaders, response }: ForwardedExchange,
  query: string | undefined,
  key: string | undefined,
): { readonly credential: Credential; readonly authorization?: string; readonly token?: string } {
  const field = (wanted: RegExp): string | undefined =>
    requestHeaders.find(([name]) => wanted.test(name))?.[1];
  const authorization = field(/^authorization$/i);
  if (authorization === undefined) {
    const token = field(/^x-api-key$/i);
    if (token !== undefined) return { credential: "x-api-key", token };
    if (query !== undefined && redactQuery(query) !== query) return { credential: "query-api-key" };
    return { credential: field(/^cookie$/i) === undefined ? "none" : "cookie" };
  }
  const [, first = "", space = "", rest = ""] = /^\s*(\S*)(\s*)(.*?)\s*$/.exec(authorization) ?? [];
  const hasScheme = rest !== "" || /^(?:bearer|basic|token|digest)$/i.test(first);
  const [scheme, token] = hasScheme ? [first, rest] : ["", first];
  const named = (credential: Credential) => ({ credential, authorization, token });
  if (first === "") return named("blank-header");
  const isRefused = response?.status === 401;
  if (!/^bearer$/i.test(scheme)) {
    const isBasic = /^basic$/i.test(scheme);
    const text = isBasic ? Buffer.from(token, "base64").toString() : token;
    if (key === undefined ? isRefused : !text.includes(key)) return named("basic-wrong");
    return named(isBasic ? "basic" : hasScheme ? "token-scheme" : "bare");
  }
  if (token === "") return named(space === "" ? "scheme-only" : "empty");
  if (token === "undefined" || token === "null") return named(token);
  if (key === undefined ? isRefused : token !== key) return named("wrong");
  if (scheme === "Bearer") return named(space.length > 1 ? "two-spaces" : "good");
  return named(scheme === "BEARER" ? "upper-case-scheme" : "lower-case-scheme");
}

function redactQuery(query: string): string {
  return query.replace(/(?<=^|&)([^=&]*)=[^&]*/g, (parameter, name: string) =>
    SECRET_PARAMETER.test(name) ? `${name}=${KEY_PLACEHOLDER}` : parameter,
  );
}
