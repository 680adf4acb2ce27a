/** How much of the bodies is kept where exchanges are: a deployment may have long lists. */
import type { Exchange } from "./exchange.ts";

/** Bytes of all bodies that are kept, and of a body beyond that. */
const MAX_KEPT_BYTES = 16 * 2 ** 20;
const START_BYTES = 2 ** 16;

/** Returns what is called with each exchange that is kept: it returns it, with a long body cut once all of them are too many bytes. */
export function bodyLimit(): (exchange: Exchange) => Exchange {
  const kept = new WeakMap<Exchange, Exchange>();
  let keptBytes = 0;
  const limited = (exchange: Exchange): Exchange => {
    const { response } = exchange;
    if (response === undefined) return exchange;
    keptBytes += response.body.length;
    if (keptBytes <= MAX_KEPT_BYTES || response.body.length <= START_BYTES) return exchange;
    const body = Uint8Array.from(response.body.subarray(0, START_BYTES));
    return { ...exchange, response: { ...response, body } };
  };
  return (exchange) => {
    // Several findings may be shown by one exchange.
    const one = kept.get(exchange) ?? limited(exchange);
    kept.set(exchange, one);
    return one;
  };
}
