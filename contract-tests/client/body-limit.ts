/** Limits how much of the bodies we keep: a deployment may have long lists. */
import type { Exchange } from "./exchange.ts";

/** In bytes: the limit for all bodies together, and for one body once that is used up. */
const MAX_KEPT_BYTES = 16 * 2 ** 20;
export const MAX_SHORT_BYTES = 2 ** 16;

/** Returns a function that tells of each kept exchange whether to keep its whole body. */
export function bodyLimit(): (exchange: Exchange) => boolean {
  const asked = new WeakMap<Exchange, boolean>();
  let keptBytes = 0;
  return (exchange) => {
    // One exchange may be evidence for several findings.
    const before = asked.get(exchange);
    if (before !== undefined) return before;
    const bytes = exchange.response?.body.length ?? 0;
    keptBytes += bytes;
    const isKept = keptBytes <= MAX_KEPT_BYTES || bytes <= MAX_SHORT_BYTES;
    asked.set(exchange, isKept);
    return isKept;
  };
}
