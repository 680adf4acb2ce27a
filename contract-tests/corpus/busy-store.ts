/**
 * Draws, in combination, what the corpus judges one at a time: ids of each kind; lists from a copy,
 * in any order, or with cancelled orders.
 */
import type { Draw } from "../testing/simulation/draw.ts";
import { type InitialOrders, initialOrders, isProvided, type Order } from "./orders.ts";
import type { ReferenceService } from "./reference-service.ts";

/** Plain data, so that we can print it with a failing seed. */
export type BusyStore = ReturnType<typeof drawBusyStore>;

const FIRST_ID = {
  small: 1_000n,
  dense: 700_000n,
  "beyond int32": 3n * 2n ** 32n,
  snowflake: 1_780_000_000_000_000_000n,
};
/** Milliseconds between two copies. */
const COPY_MS = 100;

export function drawBusyStore(draw: Draw) {
  return {
    /** How many orders others have at the start. */
    orders: draw.integer(6, 40),
    ids: draw.one(Object.keys(FIRST_ID) as (keyof typeof FIRST_ID)[]),
    /** How old the others' orders in a list may be, in milliseconds. */
    staleMs: draw.one([0, 0, 500, 1_900]),
    shuffled: draw.happens(0.3),
    /** How long a cancelled order stays listed, in milliseconds; Infinity means for ever. */
    cancelledStaysMs: draw.one([0, 0, 300, 3_000, Infinity]),
  };
}

/** Yields ascending ids of this kind without end. */
export function* idsOf(ids: BusyStore["ids"], draw: Draw): Generator<bigint, never> {
  const maxStep = { small: 9, dense: 1, "beyond int32": 9, snowflake: 4_194_304 }[ids];
  for (let id = FIRST_ID[ids]; ; id += BigInt(draw.integer(1, maxStep))) yield id;
}

/** Provides four pending orders and a shipped one among the orders of others. */
export function ordersOf({ orders }: BusyStore, ids: Iterator<bigint, never>): InitialOrders {
  const take = (count: number): bigint[] => Array.from({ length: count }, () => ids.next().value);
  const before = take(Math.ceil(orders / 2));
  const own = take(5);
  return initialOrders(
    { pending: own.slice(1), shipped: own.slice(0, 1) },
    { pending: [...before, ...take(Math.floor(orders / 2))], shipped: [] },
  );
}

/** Makes a service list its orders as the store does. */
export function listAsStore(
  service: ReferenceService,
  { staleMs, shuffled, cancelledStaysMs }: BusyStore,
  draw: Draw,
): void {
  const { store } = service;
  const isOwn = (id: bigint): boolean => isProvided(store.initial, id);
  const cancelledAt = new Map<bigint, number>();
  const copies: { readonly at: number; readonly others: readonly Order[] }[] = [];
  const setState = service.setState.bind(service);
  service.setState = (order, state) => {
    if (state === "cancelled") cancelledAt.set(order.id, service.now());
    setState(order, state);
  };
  service.visibleOrders = () => {
    const now = service.now();
    const others = store.orders.filter(({ id, state }) => !isOwn(id) && state !== "cancelled");
    if (now - (copies[0]?.at ?? -Infinity) >= COPY_MS) copies.unshift({ at: now, others });
    while (copies.length > 1 && copies.at(-1)!.at < now - staleMs) copies.pop();
    const shown = staleMs > 0 && draw.happens(0.5) ? draw.one(copies).others : others;
    const mine = store.orders.filter(
      ({ id, state }) =>
        isOwn(id) &&
        (state !== "cancelled" || now - (cancelledAt.get(id) ?? now) < cancelledStaysMs),
    );
    const listed = [...shown, ...mine];
    return shuffled ? listed.sort(() => draw.number() - 0.5) : listed;
  };
}
