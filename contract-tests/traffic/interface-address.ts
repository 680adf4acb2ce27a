/** The address of a call of the interface, in two parts. */
import { match } from "../../spec/interface/match.ts";

/** Parts of a path before which that of the interface may begin. */
const MAX_PARTS = 20;

/** The base address, and the path of the interface as the contract writes it; undefined for another address. */
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
