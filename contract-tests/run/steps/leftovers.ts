/**
 * Cookies and validators that a response leaves behind: a client sends them with its next request,
 * and a service may take them for the key.
 */
import type { OutgoingCall } from "../../client/calls.ts";
import type { Exchange } from "../../client/exchange.ts";

type LeftoverHeader = readonly [name: string, value: string];
/** Header fields that a response leaves behind, and that a service may take for the key. */
type Leftover = Pick<OutgoingCall, "credential"> & { readonly headers: readonly LeftoverHeader[] };

/** Response headers in which a service may have issued a token in place of the key. */
const TOKEN_HEADER = /^(?:authorization|x-.*(?:token|session|auth).*|.*-token)$/i;

/**
 * Returns cookies (RFC 6265, section 4.2), validators (RFC 9110, section 13.1) and tokens as a
 * client sends them with its next request, which has no key, or a wrong one. Each group of
 * exchanges is combined into one set.
 */
export function leftovers(...groups: readonly (readonly Exchange[])[]): readonly Leftover[] {
  const all = groups.flatMap(leftoversOf).filter(({ headers }) => headers.length > 0);
  return [...new Map(all.map((leftover) => [JSON.stringify(leftover), leftover])).values()];
}

function leftoversOf(exchanges: readonly Exchange[]): readonly Leftover[] {
  const received = exchanges.flatMap(({ response }) => response?.headers ?? []);
  const valuesOf = (name: string) =>
    received.flatMap(([one, value]) => (one.toLowerCase() === name ? [value] : []));
  const cookies = new Set(valuesOf("set-cookie").map((value) => value.replace(/;.*/s, "")));
  const lastOf = (name: string, sentAs: string) =>
    valuesOf(name)
      .slice(-1)
      .map((value): LeftoverHeader => [sentAs, value]);
  const validators = [
    ...lastOf("etag", "If-None-Match"),
    ...lastOf("last-modified", "If-Modified-Since"),
  ];
  const tokens = [...new Map(received.filter(([name]) => TOKEN_HEADER.test(name)))];
  const bearer = tokens.slice(0, 1).map(([, token]) => token.replace(/^(?:Bearer )?/, "Bearer "));
  // An anti-forgery token counts only with its cookie.
  const cookie = [...cookies].join("; ");
  return [
    { credential: "none", headers: cookie === "" ? [] : [["Cookie", cookie], ...tokens] },
    { credential: "none", headers: validators },
    { credential: "wrong", headers: validators },
    { credential: "none", headers: tokens },
    { credential: "none", headers: bearer.map((token) => ["Authorization", token]) },
  ];
}
