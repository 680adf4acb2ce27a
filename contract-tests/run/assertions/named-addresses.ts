/** The addresses that a list names as its representations. */
import type { OutgoingCall } from "../../client/calls.ts";
import { type Exchange, header } from "../../client/exchange.ts";
import { linkTargets } from "./list-response.ts";

/** Relation types for the same list in another form, or for a part of it (RFC 8288, section 4). */
const REPRESENTATIONS = ["self", "alternate", "canonical", "first", "last", "next"];
/** We try at most this many of the addresses that a response names. */
const MAX_NAMED_ADDRESSES = 3;

/**
 * Returns the addresses below the base address that a response names as representations. A signed
 * address, or one for a cache, may need no key. An address with another relation type may have an
 * effect.
 */
export function namedAddresses(
  baseUrl: string,
  { url, response }: Exchange,
): Pick<OutgoingCall, "path" | "query">[] {
  if (response === undefined) return [];
  const named = [
    header(response, "content-location") ?? [],
    linkTargets(response, REPRESENTATIONS),
  ].flat();
  const base = `${baseUrl.replace(/\/$/, "")}/`;
  return named
    .flatMap((target) => (URL.canParse(target, url) ? [new URL(target, url)] : []))
    .filter(({ href }) => href.startsWith(base))
    .slice(0, MAX_NAMED_ADDRESSES)
    .map(({ href, search, hash }) => ({
      path: href.slice(base.length - 1, href.length - search.length - hash.length),
      ...(search !== "" && { query: search.slice(1) }),
    }));
}
