/**
 * Returns how often to try a property: four times as often in `npm run check:long`, which sets
 * ORDERS_KIT_CORPUS to `whole`, as elsewhere.
 */
export function runs(count: number): number {
  return process.env.ORDERS_KIT_CORPUS === "whole" ? count * 4 : count;
}
