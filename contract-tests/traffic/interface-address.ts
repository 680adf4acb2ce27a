/** Splits the address of a call of the interface. */
import { match } from "../../spec/interface/match.ts";

/** How many path segments the base address may have. */
const MAX_PARTS = 20;

/**
 * Returns the base address, and the path as the contract writes it; undefined for an address
 * outside the interface.
 */
export function interfaceAddress(url: string): { base: string; path: string } | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  for (let at = pathname.indexOf("/", 1), part = 0; at > 0 && part < MAX_PARTS; part++) {
    const { path } = match("GET", pathname.slice(at));
    if (path !== undefined) return { base: origin + pathname.slice(0, at), path };
    at = pathname.indexOf("/", at + 1);
  }
  return undefined;
}
