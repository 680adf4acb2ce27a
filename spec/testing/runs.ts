/**
 * Returns how often to try a property: a quarter as often in `npm test`, which does not set
 * ORDERS_KIT_CORPUS.
 */
export function runs(count: number): number {
  return process.env.ORDERS_KIT_CORPUS === undefined ? Math.ceil(count / 4) : count;
}
