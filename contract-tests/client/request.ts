/** A request as it is sent, beside its form with the key masked. */

import type { MaskedHeader, MaskedText, RequestCredential } from "./credential-entry.ts";
import type { OutgoingCall } from "./exchange.ts";

/**
 * `target` is path and query below the base address, byte for byte. `ownHeaders` are those of the client; a header of the call or of
 * the target with the same name replaces one of them. `targetHeaders` are those of the target. A credential in a header that the
 * target needs is not sent, except in Cookie, which can hold both.
 */
export function buildRequest(
  { path, query, headers = [] }: OutgoingCall,
  credential: RequestCredential,
  ownHeaders: readonly (readonly [name: string, value: string])[] = [],
  targetHeaders: readonly MaskedHeader[] = [],
): { readonly target: MaskedText; readonly headers: readonly MaskedHeader[] } {
  const target = (credentialQuery: string | undefined): string => {
    const parts = [query, credentialQuery].filter((part) => part !== undefined);
    return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
  };
  const withoutKey = ([name, value]: readonly [string, string]) => ({ name, sent: value, masked: value });
  const called = headers.map(withoutKey);
  return {
    target: { sent: target(credential.query?.sent), masked: target(credential.query?.masked) },
    headers: [
      ...without([...called, ...targetHeaders], ownHeaders.map(withoutKey)),
      ...targetHeaders.map((header) => withCookie(header, credential)),
      ...without(targetHeaders, credential.headers),
      ...called,
    ],
  };
}

/** The headers that have none of the names. */
function without(named: readonly MaskedHeader[], headers: readonly MaskedHeader[]): readonly MaskedHeader[] {
  const names = new Set(named.map(({ name }) => name.toLowerCase()));
  return headers.filter(({ name }) => !names.has(name.toLowerCase()));
}

/** RFC 6265, section 5.4: a request has one Cookie field. */
function withCookie(header: MaskedHeader, { headers }: RequestCredential): MaskedHeader {
  const other = headers.find(({ name }) => name === "Cookie");
  if (other === undefined || header.name.toLowerCase() !== "cookie") return header;
  return {
    name: header.name,
    sent: `${header.sent}; ${other.sent}`,
    masked: `${header.masked}; ${other.masked}`,
  };
}
