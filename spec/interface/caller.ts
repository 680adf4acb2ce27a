/**
 * Tells who may call a server meant for this machine only: its programs and its own pages. We
 * refuse pages of other origins, even on this machine or behind a host name that resolves to it
 * (DNS rebinding).
 */

/** Request headers as node:http has them. */
export interface CallerHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  /** Browsers say here where the request comes from. */
  readonly "sec-fetch-site"?: string | string[] | undefined;
}

/**
 * True if an address or host name means this machine without DNS. 0.0.0.0 and :: count: they name a
 * server that listens on all addresses.
 */
export function isLoopback(name: string): boolean {
  return /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|0\.0\.0\.0|::|(?:[\w-]+\.)*localhost)$/i.test(
    name,
  );
}

/** True if a Host header names this machine, with or without a port. */
export function isOwnHost(host: string | undefined): boolean {
  const [, bracketed, plain] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::\d+)?$/i.exec(host ?? "") ?? [];
  return isLoopback(bracketed ?? plain ?? "");
}

/** True if a page of another origin sends the request. Programs send neither header. */
export function isForeignPage({ origin, host, "sec-fetch-site": site }: CallerHeaders): boolean {
  return origin === undefined ? /^(?:cross|same)-site$/i.test(String(site)) : !isOwn(origin, host);
}

/**
 * True if a page calls its own origin. The scheme is https if the server, or a proxy before it,
 * terminates TLS.
 */
function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && [`http://${host}`, `https://${host}`].includes(origin.toLowerCase());
}

/**
 * True if a browser opens a page in a window or tab, not in a frame, as when a user follows a link
 * from another site.
 */
export function opensPage(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  const is = (name: string, value: string) => String(headers[name]).toLowerCase() === value;
  return is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document");
}
