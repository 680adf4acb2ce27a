/** How often a property is tried: a quarter as often in `npm test`, which sets no ORDERS_KIT_CORPUS. */
export function runs(count: number): number {
  return process.env.ORDERS_KIT_CORPUS === undefined ? Math.ceil(count / 4) : count;
}
