/** The addresses that a list names as those of its representations. */
import type { OutgoingCall } from "../../client/calls.ts";
import { type Exchange, header } from "../../client/exchange.ts";
import { linkTargets } from "./list-response.ts";

/** Relation types of the same list in another form, or of a part of it (RFC 8288, section 4). */
const REPRESENTATIONS = ["self", "alternate", "canonical", "first", "last", "next"];
/** Addresses that are tried of those that a response names. */
const MAX_NAMED = 3;

/**
 * The addresses below the base address that a response names as those of a representation. One that is signed, or is for a cache,
 * may need no key. An address of another kind may have an effect.
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
    .slice(0, MAX_NAMED)
    .map(({ href, search, hash }) => ({
      path: href.slice(base.length - 1, href.length - search.length - hash.length),
      ...(search !== "" && { query: search.slice(1) }),
    }));
}
