/** Changes of the list and of the orders in it. */
import type { Order } from "../orders.ts";
import { pause, type Reply, type Request } from "../raw-http.ts";
import type { ReferenceService } from "../reference-service.ts";
import { json } from "../replies.ts";
import type { Base, Replacement } from "../variant.ts";

export interface Position {
  readonly order: Order;
  readonly index: number;
  readonly count: number;
  readonly store: ReferenceService["store"];
}

export type Where = (position: Position) => boolean;

/** Positions of wrong orders. */
export const POSITIONS = {
  every: () => true,
  first: ({ index }) => index === 0,
  last: ({ index, count }) => index === count - 1,
  middle: ({ index, count }) => index === count >> 1,
  laterLists: ({ store }) => store.listCount > 1,
} as const satisfies Record<string, Where>;

export type Members = Record<string, string>;

export function mapList(
  base: Base,
  change: (reply: Reply, request: Request, store: Base["store"]) => Reply,
): Replacement {
  return { list: (request) => change(base.list(request), request, base.store) };
}

export function filterList(
  base: Base,
  keep: (position: Position & { readonly request: Request }) => boolean,
): Replacement {
  return {
    visibleOrders: (request) =>
      base
        .visibleOrders(request)
        .filter((order, index, { length }) =>
          keep({ order, index, count: length, store: base.store, request }),
        ),
  };
}

export const keepsCancelled = (base: Base): Replacement => ({
  visibleOrders: () => base.store.orders,
});

const BATCH = 2;

/**
 * Reads a list in batches with a pause between them. `rest` returns the current orders after those
 * already read.
 */
export function readsInBatches(
  base: Base,
  rest: (orders: readonly Order[], read: readonly Order[]) => readonly Order[],
): Replacement {
  return {
    async answerAuthorized(request) {
      if (base.operationOf(request) !== "listOrders") return base.answerAuthorized(request);
      base.store.listCount += 1;
      const read: Order[] = [];
      for (;;) {
        const batch = rest(base.visibleOrders(request), read).slice(0, BATCH);
        if (batch.length === 0) break;
        read.push(...batch);
        await pause(2);
      }
      const elements = read.map((order, index) => base.serializeOrder(order, index, read.length));
      return json(200, base.serializeList(elements));
    },
  };
}

export function mapMembers(
  base: Base,
  change: (members: Members, position: Position) => Members,
): Replacement {
  return {
    members: (order, index, count) =>
      change(base.members(order, index, count), { order, index, count, store: base.store }),
  };
}

export function setMembers(base: Base, where: Where, members: Members): Replacement {
  return mapMembers(base, (own, position) => (where(position) ? { ...own, ...members } : own));
}
