/** From what passed to an exchange that can be judged and shown: the app's key by its name only, wherever it stands. */
import type { Call, Credential, Exchange } from "../exchange.ts";
import { KEY_MARK, Mask } from "../secrets.ts";
import { withoutSecrets } from "../transport.ts";
import type { Passage } from "./forward.ts";

export interface Deployment {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The key that is known to be good, when it is known. */
  readonly key?: string;
  /** The environment variable that it is from. */
  readonly keyVariable?: string;
}

/** Request headers that say something about a call and nothing about a user. */
const TELLING =
  /^(?:accept|accept-encoding|content-type|content-length|origin|range|if-none-match|access-control-request-.*)$/i;
/** An Accept that allows JSON says nothing: to another one, other answers are disputable. */
const ALLOWS_JSON = /\*\/\*|application\/\*|json/i;
/** Query parameters whose value may be a credential. */
const SECRET_PARAMETER = /key|token|secret|password|auth|session|signature|credential/i;

/** Undefined when the request went past the base address: it is none of the interface. */
export function recordPassage(passage: Passage, deployment: Deployment): Exchange | undefined {
  const base = new URL(deployment.baseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const [path = "", query] = splitOnce(passage.target, "?");
  if (!path.startsWith(`${prefix}/`)) return undefined;
  const presented = presentedIn(passage, query);
  const mask = maskFor(presented, deployment);
  const shownPath = mask.text(path);
  const shownQuery = query === undefined ? undefined : mask.text(maskQuery(query));
  const headers = passage.requestHeaders.filter(
    ([name, value]) => TELLING.test(name) && !(/^accept$/i.test(name) && ALLOWS_JSON.test(value)),
  );
  const call: Call = {
    method: passage.method,
    path: shownPath.slice(prefix.length),
    credential: credentialOf(presented, passage.response?.status, deployment.key),
    ...(shownQuery !== undefined && { query: shownQuery }),
    ...(headers.length > 0 && { headers }),
  };
  const { response, failure } = passage;
  const received = { ...(response !== undefined && { response }), ...(failure !== undefined && { failure }) };
  const { authorization, token = "" } = presented;
  const shown =
    authorization === undefined ? undefined : token === "" ? authorization : authorization.replace(token, KEY_MARK);
  return {
    call,
    ...(deployment.keyVariable !== undefined && { keyVariable: deployment.keyVariable }),
    url: `${base.origin}${shownPath}${shownQuery === undefined ? "" : `?${shownQuery}`}`,
    requestHeaders: [...(shown === undefined ? [] : [["Authorization", shown] as const]), ...headers],
    ...withoutSecrets(received, deployment.key ?? "", {
      headers: [],
      ...(token.length > 5 && { token: { text: token, mark: KEY_MARK } }),
    }),
    startedAt: passage.startedAt,
    durationMs: passage.durationMs,
  };
}

/** The path of any request, as it may be shown. */
export function shownPath(passage: Passage, deployment: Deployment): string {
  const [path = "", query] = splitOnce(passage.target, "?");
  return maskFor(presentedIn(passage, query), deployment).text(path);
}

function maskFor({ token }: Presented, { key }: Deployment): Mask {
  return new Mask([key, token].flatMap((text) => (text ? [{ text, mark: KEY_MARK }] : [])));
}

/** What the app presents, and where. */
interface Presented {
  readonly authorization?: string;
  /** What follows the scheme; the whole value when there is none. */
  readonly token?: string;
  readonly elsewhere?: Extract<Credential, "x-api-key" | "query-api-key" | "cookie">;
}

function presentedIn({ requestHeaders }: Passage, query: string | undefined): Presented {
  const field = (wanted: RegExp): string | undefined => requestHeaders.find(([name]) => wanted.test(name))?.[1];
  const authorization = field(/^authorization$/i);
  if (authorization !== undefined) {
    const [first = "", rest] = splitOnce(authorization.trim(), " ");
    return { authorization, token: (rest ?? (/^(?:bearer|basic|token|digest)$/i.test(first) ? "" : first)).trim() };
  }
  const apiKey = field(/^x-api-key$/i);
  if (apiKey !== undefined) return { token: apiKey, elsewhere: "x-api-key" };
  if (query !== undefined && maskQuery(query) !== query) return { elsewhere: "query-api-key" };
  return field(/^cookie$/i) === undefined ? {} : { elsewhere: "cookie" };
}

/**
 * Where the good key is not known, the deployment's word is taken: what gets 401 was not it. So nothing is blamed on the
 * deployment that only the knowledge of the key could show.
 */
function credentialOf(presented: Presented, status: number | undefined, key: string | undefined): Credential {
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

function maskQuery(query: string): string {
  return query
    .split("&")
    .map((parameter) => {
      const [name = "", value] = splitOnce(parameter, "=");
      return value !== undefined && SECRET_PARAMETER.test(name) ? `${name}=${KEY_MARK}` : parameter;
    })
    .join("&");
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}
