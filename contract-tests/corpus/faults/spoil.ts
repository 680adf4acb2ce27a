import type { Order } from "../order.ts";
import type { Service } from "../service.ts";

export type Where = (index: number, count: number, service: Service, order: Order) => boolean;

/** Where one bad order can stand. */
export const PLACES = {
  every: () => true,
  first: (index) => index === 0,
  last: (index, count) => index === count - 1,
  middle: (index, count) => index === count >> 1,
  second: (_i, _c, { lists }) => lists > 1,
} as const satisfies Record<string, Where>;

export function spoil(
  service: Service,
  where: Where,
  change: (members: Record<string, string>, order: Order) => Record<string, string>,
): void {
  const { members } = service;
  service.members = (order, index, count) => {
    const plain = members(order, index, count);
    return where(index, count, service, order) ? change(plain, order) : plain;
  };
}
