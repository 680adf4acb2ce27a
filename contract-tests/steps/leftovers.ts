/** Cookies and validators that a response leaves behind: a client sends them with its next request, and a service may take them for the key. */
import type { OutgoingCall } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";

type Header = readonly [name: string, value: string];
/** Header fields that a response leaves behind, and that a service may take for the key. */
type Leftover = Pick<OutgoingCall, "credential"> & { readonly headers: readonly Header[] };

/** Response headers that a service may have issued in place of the key. */
const TOKEN_HEADER = /^(?:authorization|x-.*(?:token|session|auth).*|.*-token)$/i;

/**
 * Cookies (RFC 6265, section 4.2), validators (RFC 9110, section 13.1) and tokens as a client sends them with the next request,
 * which has no key, or a wrong one. Those of each group of exchanges are sent together.
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
  const validators = [
    ...valuesOf("etag")
      .map((value): Header => ["If-None-Match", value])
      .slice(-1),
    ...valuesOf("last-modified")
      .map((value): Header => ["If-Modified-Since", value])
      .slice(-1),
  ];
  const tokens = [...new Map(received.filter(([name]) => TOKEN_HEADER.test(name)))];
  const bearer = (token: string) => token.replace(/^(?:Bearer )?/, "Bearer ");
  return [
    // A token against forged requests counts only with its cookie.
    {
      credential: "none",
      headers: cookies.size === 0 ? [] : [["Cookie", [...cookies].join("; ")], ...tokens],
    },
    { credential: "none", headers: validators },
    { credential: "wrong", headers: validators },
    { credential: "none", headers: tokens },
    {
      credential: "none",
      headers: tokens.slice(0, 1).map(([, value]): Header => ["Authorization", bearer(value)]),
    },
  ];
}
