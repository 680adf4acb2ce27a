/**
 * Recognizes answers to the list that come from something in front of the service, by the answer
 * alone.
 */

import { shorten } from "../../spec/shorten.ts";
import { readableContent } from "./content.ts";
import { header, type Response } from "./exchange.ts";
import { escapeLine } from "./masking/escape-text.ts";
import { NETWORK_FIXES } from "./network-fixes.ts";

/**
 * An answer in the form that we classify and describe: `text` is the beginning of the content,
 * `location` the target of a redirect.
 */
type ListAnswer = ReturnType<typeof listAnswer>;

const READ_BYTES = 16 * 1024;
const MAX_TITLE = 60;

/**
 * Proxies send these statuses, and servers that ask for a certificate or another HTTP version. No
 * service does.
 */
const OF_GATEWAYS: readonly number[] = [407, 426, 495, 496, 505];
/** Words in the address of a login page. */
const LOGIN =
  /log-?[io]n|sign-?in|\bsso\b|saml|oauth|openid|\bauth(?:orize|entication)?\b|adfs|accounts?\.|cdn-cgi\/access|keycloak|\/realms\//i;
/** Words on the pages of firewalls, whatever the status. */
const BLOCKED =
  /request (?:was )?(?:rejected|blocked|unsuccessful)|access denied|captcha|just a moment|incident id|support id/i;

/** `response` is the answer to listOrders with the good key. */
export function listAnswer(response: Response, baseUrl: string) {
  const { status } = response;
  const text = Buffer.from(readableContent(response).subarray(0, READ_BYTES)).toString();
  const isHtml = /html/i.test(header(response, "content-type") ?? "");
  const isPage = /^\s*<(?:!doctype html|html)/i.test(text) || (isHtml && !/^\s*[[{]/.test(text));
  const target = header(response, "location");
  const isRedirect = status >= 300 && status < 400 && target !== undefined;
  const location =
    isRedirect && URL.canParse(target, baseUrl)
      ? new URL(target, `${baseUrl}/store/orders`)
      : undefined;
  return { status, server: header(response, "server"), text, isPage, location };
}

/**
 * Returns a sentence on how to get past the gateway that answered; undefined if the answer may be
 * the service's own.
 */
export function gatewayFix(answer: ListAnswer, baseUrl: string): string | undefined {
  const { status, text, isPage, location } = answer;
  const isLogin = location !== undefined && LOGIN.test(withoutBase(location, new URL(baseUrl)));
  const isRefusal = status >= 400 && status < 500 && ![401, 404].includes(status);
  const isBlocked = isPage && status !== 401 && (isRefusal || BLOCKED.test(text));
  if (!isLogin && !isBlocked && !OF_GATEWAYS.includes(status)) return undefined;

  if (isLogin) return NETWORK_FIXES.login;
  if (status === 407) return NETWORK_FIXES.proxyNeeded;
  if (status === 426 || status === 505) return NETWORK_FIXES.http2;
  if (status === 495 || /certificate error/i.test(text))
    return NETWORK_FIXES.clientCertificateRefused;
  if (status === 496 || /ssl (?:client )?certificate/i.test(text))
    return NETWORK_FIXES.clientCertificate;
  return NETWORK_FIXES.firewall;
}

/**
 * `403 from nginx, a web page ("Attention Required!")`. We leave out the query of a redirect: it
 * may hold a token.
 */
export function describeListAnswer({ status, server, isPage, text, location }: ListAnswer): string {
  const by = server === undefined ? "" : ` from ${shorten(escapeLine(server), MAX_TITLE)}`;
  if (location !== undefined) {
    const { protocol, host, pathname } = location;
    const target = shorten(escapeLine(`${protocol}//${host}${pathname}`), 100);
    return `${status}${by}, a redirect to ${target}`;
  }
  if (!isPage) return `${status}${by}`;
  const title = /<(?:title|h1)[^<>]*>([^<]+)</i.exec(text)?.[1]?.trim() ?? "";
  const shown = title === "" ? "" : ` ("${shorten(escapeLine(title), MAX_TITLE)}")`;
  return `${status}${by}, a web page${shown}`;
}

/** Returns what an address has beyond the service's own: its path, and its host if that differs. */
function withoutBase({ host, pathname, search }: URL, base: URL): string {
  const path = pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : pathname;
  return `${host === base.host ? "" : host}${path}${search}`;
}
