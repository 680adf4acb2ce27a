/** How much of the bodies is kept where exchanges are: a deployment may have long lists. */
import type { Exchange } from "./exchange.ts";

/** Bytes of all bodies that are kept, and of a body that is kept beyond that. */
const MAX_KEPT_BYTES = 16 * 2 ** 20;
export const MAX_SHORT_BYTES = 2 ** 16;

/** Returns what is called with each exchange that is kept: whether its body is kept as a whole, too. */
export function bodyLimit(): (exchange: Exchange) => boolean {
  const asked = new WeakMap<Exchange, boolean>();
  let keptBytes = 0;
  return (exchange) => {
    // Several findings may be shown by one exchange.
    const before = asked.get(exchange);
    if (before !== undefined) return before;
    const bytes = exchange.response?.body.length ?? 0;
    keptBytes += bytes;
    const isKept = keptBytes <= MAX_KEPT_BYTES || bytes <= MAX_SHORT_BYTES;
    asked.set(exchange, isKept);
    return isKept;
  };
}
