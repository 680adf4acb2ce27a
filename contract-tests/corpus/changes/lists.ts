/** Changes of the list and of the orders in it. */
import type { Order } from "../order.ts";
import type { Reply, Request } from "../raw-http.ts";
import type { ReferenceService } from "../reference-service.ts";
import type { Base, Replacement } from "../variant.ts";

/** Where an order is in a list. */
export interface Position {
  readonly order: Order;
  readonly index: number;
  readonly count: number;
  readonly store: ReferenceService["store"];
}

export type Where = (position: Position) => boolean;

/** Where wrong orders are. */
export const POSITIONS = {
  every: () => true,
  first: ({ index }) => index === 0,
  last: ({ index, count }) => index === count - 1,
  middle: ({ index, count }) => index === count >> 1,
  laterLists: ({ store }) => store.listCount > 1,
} as const satisfies Record<string, Where>;

export type Members = Record<string, string>;

/** Changes the reply to a list call. */
export function mapList(base: Base, change: (reply: Reply, request: Request) => Reply): Replacement {
  return { list: (request) => change(base.list(request), request) };
}

/** Lists only the orders that `keep` keeps. */
export function filterList(
  base: Base,
  keep: (position: Position & { readonly request: Request }) => boolean,
): Replacement {
  return {
    visibleOrders: (request) =>
      base
        .visibleOrders(request)
        .filter((order, index, { length }) => keep({ order, index, count: length, store: base.store, request })),
  };
}

/** Lists all orders, cancelled ones too. */
export const keepsCancelled = (base: Base): Replacement => ({
  visibleOrders: () => base.store.orders,
});

/** Changes the members of each order. */
export function mapMembers(base: Base, change: (members: Members, position: Position) => Members): Replacement {
  return {
    members: (order, index, count) =>
      change(base.members(order, index, count), { order, index, count, store: base.store }),
  };
}

/** Sets members of the orders at some positions. */
export function setMembers(base: Base, where: Where, members: Members): Replacement {
  return mapMembers(base, (own, position) => (where(position) ? { ...own, ...members } : own));
}
