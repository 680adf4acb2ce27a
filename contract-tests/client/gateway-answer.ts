/** Recognizes answers that do not come from the service, but from what is in front of it. */
import { NETWORK_FIXES } from "../errors/network-fixes.ts";
import { decodedBody } from "./content-coding.ts";
import { escapeLine } from "./escape-text.ts";
import { header, type Response } from "./exchange.ts";

/** An answer as it is recognized and described: `text` is the beginning of the content, `location` that of a redirect. */
type ListAnswer = ReturnType<typeof listAnswer>;

interface Gateway {
  /** Completes "The list gets 403, a web page: …". */
  readonly looksLike: string;
  /** What to do, as a sentence. */
  readonly fix: string;
}

const READ_BYTES = 16 * 1024;

/** Words in the address of a login. */
const LOGIN =
  /log-?[io]n|sign-?in|\bsso\b|saml|oauth|openid|\bauth(?:orize|entication)?\b|adfs|accounts?\.|cdn-cgi\/access|keycloak|\/realms\//i;
/** Words of the pages that firewalls answer with, and the header fields of some. */
const BLOCKED =
  /attention required|request (?:was )?(?:rejected|blocked|unsuccessful)|you have been blocked|access denied|captcha|mod_?security|web application firewall|checking your browser|just a moment|incident id|support id/i;
const FIREWALL_FIELDS = ["cf-mitigated", "x-sucuri-block", "x-amzn-waf-action", "x-datadome"];

const GATEWAYS: readonly (Gateway & { matches(answer: ListAnswer, base: URL): boolean })[] = [
  {
    looksLike: "the server requires a client certificate",
    fix: NETWORK_FIXES.clientCertificate,
    matches: ({ status, text }) =>
      status === 496 ||
      ([400, 403].includes(status) && /no required ssl certificate|client certificate/i.test(text)),
  },
  {
    looksLike: "the server does not accept the client certificate",
    fix: NETWORK_FIXES.clientCertificateRefused,
    matches: ({ status, text }) =>
      status === 495 || (status === 400 && /ssl certificate error/i.test(text)),
  },
  {
    looksLike: "calls have to pass a proxy of the network",
    fix: NETWORK_FIXES.proxyNeeded,
    matches: ({ status }) => status === 407,
  },
  {
    looksLike: "the server speaks only HTTP/2",
    fix: NETWORK_FIXES.http2,
    matches: ({ status, response }) =>
      status === 505 || (status === 426 && /h2/i.test(header(response, "upgrade") ?? "")),
  },
  {
    looksLike: "it looks like a login that comes first",
    fix: NETWORK_FIXES.login,
    matches: ({ location }, base) =>
      location !== undefined && LOGIN.test(withoutBase(location, base)),
  },
  {
    looksLike: "it looks like the page of a firewall (WAF)",
    fix: NETWORK_FIXES.firewall,
    matches: ({ status, response, text, isPage }) =>
      isPage
        ? [403, 406].includes(status) || (status !== 401 && BLOCKED.test(text))
        : status === 403 && FIREWALL_FIELDS.some((name) => header(response, name) !== undefined),
  },
];

/** `response` is the answer to listOrders with the good key. */
export function listAnswer(response: Response, baseUrl: string) {
  const { status } = response;
  const content = decodedBody(response) ?? response.body;
  const text = Buffer.from(content.subarray(0, READ_BYTES)).toString();
  const isHtml = /html/i.test(header(response, "content-type") ?? "");
  const isPage = /^\s*<(?:!doctype html|html)/i.test(text) || (isHtml && !/^\s*[[{]/.test(text));
  const target = header(response, "location");
  const isRedirect = status >= 300 && status < 400 && target !== undefined;
  const location =
    isRedirect && URL.canParse(target, baseUrl)
      ? new URL(target, `${baseUrl}/store/orders`)
      : undefined;
  return { status, response, text, isPage, location };
}

/** What is in front of the service; undefined when the answer may be the service's own. */
export function gatewayOf(answer: ListAnswer, baseUrl: string): Gateway | undefined {
  return GATEWAYS.find(({ matches }) => matches(answer, new URL(baseUrl)));
}

/** `403, a web page`. The query of a redirect is not shown: it may hold a token. */
export function describeListAnswer({ status, isPage, location }: ListAnswer): string {
  if (location !== undefined) {
    const { protocol, host, pathname } = location;
    return `${status}, a redirect to ${escapeLine(`${protocol}//${host}${pathname}`).slice(0, 100)}`;
  }
  return isPage ? `${status}, a web page` : String(status);
}

/** The part of an address that is another than that of the service: its path, and its host when it is another one. */
function withoutBase({ host, pathname, search }: URL, base: URL): string {
  const path = pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : pathname;
  return `${host === base.host ? "" : host}${path}${search}`;
}
