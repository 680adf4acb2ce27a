/** Makes a forwarded exchange one that can be judged and shown: the key of the app is redacted everywhere. */
import { DIRECT } from "../client/connection.ts";
import type { Credential } from "../client/credentials.ts";
import type { Exchange, OutgoingCall } from "../client/exchange.ts";
import { KEY_PLACEHOLDER, keySecret, Redactor } from "../client/redaction.ts";
import { responseRedactor } from "../client/response-redaction.ts";
import type { LocatedTarget } from "../targets/open-target.ts";
import type { ForwardedExchange } from "./forward.ts";

export type Upstream = Pick<LocatedTarget, "baseUrl"> & Partial<LocatedTarget>;

/** Request headers that can change a verdict and hold no data of a user. */
const RECORDED_HEADER =
  /^(?:accept|accept-encoding|content-type|content-length|origin|range|if-none-match|access-control-request-.*)$/i;
/** An Accept that allows JSON changes nothing. Another one makes other responses disputable. */
const ALLOWS_JSON = /\*\/\*|application\/\*|json/i;
/** Query parameters whose value may be a credential. */
const SECRET_PARAMETER = /key|token|secret|password|auth|session|signature|credential/i;

/** The path, with the key redacted, of a request outside the base address. */
export function recordExchange(forwarded: ForwardedExchange, deployment: Upstream): Exchange | string {
  const { key, keyVariable, connection = DIRECT } = deployment;
  const base = new URL(deployment.baseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const [path = "", query] = splitOnce(forwarded.target, "?");
  const presented = presentedIn(forwarded, query);
  const { authorization, token = "" } = presented;
  const keys = [key, token].flatMap((text) => (text ? [keySecret(text)] : []));
  const redactor = new Redactor([...keys, ...connection.secrets]);
  const shownPath = redactor.text(path);
  if (!path.startsWith(`${prefix}/`)) return shownPath;
  const shownQuery = query === undefined ? undefined : redactor.text(redactQuery(query));
  const headers = forwarded.requestHeaders.filter(
    ([name, value]) => RECORDED_HEADER.test(name) && !(/^accept$/i.test(name) && ALLOWS_JSON.test(value)),
  );
  const call: OutgoingCall = {
    method: forwarded.method,
    path: shownPath.slice(prefix.length),
    credential: credentialOf(presented, forwarded.response?.status, key),
    ...(shownQuery !== undefined && { query: shownQuery }),
    ...(headers.length > 0 && { headers }),
  };
  const shown = token === "" ? authorization : authorization?.replace(token, KEY_PLACEHOLDER);
  return {
    call,
    ...(keyVariable !== undefined && { keyVariable }),
    ...(connection.curl.length > 0 && { curlArguments: connection.curl }),
    url: `${base.origin}${shownPath}${shownQuery === undefined ? "" : `?${shownQuery}`}`,
    requestHeaders: [...(shown === undefined ? [] : [["Authorization", shown] as const]), ...headers],
    ...responseRedactor(keySecret(key ?? ""), connection.secrets)(
      forwarded,
      token.length > 5 ? keySecret(token) : undefined,
    ),
    sentAt: forwarded.sentAt,
    receivedAt: forwarded.receivedAt,
  };
}

/** The credential of the app, and where it is. */
interface PresentedCredential {
  readonly authorization?: string;
  /** What follows the scheme; the whole value without one. */
  readonly token?: string;
  readonly elsewhere?: Extract<Credential, "x-api-key" | "query-api-key" | "cookie">;
}

function presentedIn({ requestHeaders }: ForwardedExchange, query: string | undefined): PresentedCredential {
  const field = (wanted: RegExp): string | undefined => requestHeaders.find(([name]) => wanted.test(name))?.[1];
  const authorization = field(/^authorization$/i);
  if (authorization !== undefined) {
    const [first = "", rest] = splitOnce(authorization.trim(), " ");
    return { authorization, token: (rest ?? (/^(?:bearer|basic|token|digest)$/i.test(first) ? "" : first)).trim() };
  }
  const apiKey = field(/^x-api-key$/i);
  if (apiKey !== undefined) return { token: apiKey, elsewhere: "x-api-key" };
  if (query !== undefined && redactQuery(query) !== query) return { elsewhere: "query-api-key" };
  return field(/^cookie$/i) === undefined ? {} : { elsewhere: "cookie" };
}

/**
 * Without the good key, a token that gets 401 counts as a wrong one: a violation that only the good key could show is not
 * reported.
 */
function credentialOf(presented: PresentedCredential, status: number | undefined, key: string | undefined): Credential {
  const { authorization, token = "", elsewhere } = presented;
  if (authorization === undefined) return elsewhere ?? "none";
  if (authorization.trim() === "") return "blank-header";
  const [, scheme = "", space = ""] = /^(\S+)(\s*)/.exec(authorization) ?? [];
  if (!/^bearer$/i.test(scheme)) return otherScheme(scheme, token, status, key);
  if (token === "") return space === "" ? "scheme-only" : "empty";
  if (token === "undefined" || token === "null") return token;
  if (key === undefined ? status === 401 : token !== key) return "wrong";
  if (scheme === "Bearer") return space.length > 1 ? "two-spaces" : "good";
  return scheme === "BEARER" ? "upper-case-scheme" : "lower-case-scheme";
}

function otherScheme(scheme: string, token: string, status: number | undefined, key: string | undefined): Credential {
  const text = /^basic$/i.test(scheme) ? Buffer.from(token, "base64").toString() : token;
  const holdsKey = key === undefined ? status !== 401 : text.includes(key);
  if (!holdsKey) return "basic-wrong";
  return scheme === token ? "bare" : /^basic$/i.test(scheme) ? "basic" : "token-scheme";
}

function redactQuery(query: string): string {
  return query
    .split("&")
    .map((parameter) => {
      const [name = "", value] = splitOnce(parameter, "=");
      return value !== undefined && SECRET_PARAMETER.test(name) ? `${name}=${KEY_PLACEHOLDER}` : parameter;
    })
    .join("&");
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
