/**
 * Other clients create, ship, cancel and change orders during the run. Source: staging that is in
 * use.
 */
import { createOrder, isProvided, many, type Order } from "../orders.ts";
import type { Request } from "../raw-http.ts";
import type { ReferenceService } from "../reference-service.ts";
import { type Options, type Sound, sound } from "../variant.ts";

type Store = ReferenceService["store"];

export const OTHERS = "orders of others may change at any time";

/** Runs `act` with a running number before every request. */
const concurrent = (
  title: string,
  act: (store: Store, nth: number, request: Request) => void,
  options: Options<Sound> = {},
): Sound =>
  sound(title, OTHERS, options, (base) => {
    let nth = 0;
    return {
      answer(request) {
        act(base.store, ++nth, request);
        return base.answer(request);
      },
    };
  });

/**
 * The provided orders of full mode stay unchanged in both modes, so that both judge the same store.
 */
const customersOrders = ({ orders, initial }: Store): Order[] =>
  orders.filter(({ id }) => !isProvided(initial, id));
const add = ({ orders }: Store, id: bigint): void => void orders.push(createOrder(id, "pending"));
const remove = (store: Store, removed: readonly Order[]): void => {
  store.orders = store.orders.filter((order) => !removed.includes(order));
};
const highestId = ({ orders }: Store): bigint =>
  orders.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
const lowestFreeId = ({ orders }: Store): bigint => {
  const taken = new Set(orders.map(({ id }) => id));
  let id = 1n;
  while (taken.has(id)) id += 1n;
  return id;
};
/** Returns one order for each request, round-robin. */
const inTurn = (orders: readonly Order[], nth: number): Order | undefined =>
  orders[nth % (orders.length || 1)];
const mayAdvise = "a customer's order has changed from list to list";

export const CONCURRENT_CLIENT_VARIANTS = [
  concurrent("Before every request an order is created with the next id.", (store) =>
    add(store, highestId(store) + 1n),
  ),
  concurrent("Before every request an order is created with the lowest free id.", (store) =>
    add(store, lowestFreeId(store)),
  ),
  concurrent(
    "Before every request a customer's order is shipped and complete.",
    (store, nth) => {
      const pending = customersOrders(store).filter(({ state }) => state === "pending");
      const order = inTurn(pending, nth);
      if (order) Object.assign(order, { state: "shipped", complete: true });
    },
    { mayAdvise },
  ),
  concurrent(
    "Before every request the customer's order with the lowest id is removed.",
    (store) => remove(store, customersOrders(store).slice(0, 1)),
    { orders: many(400) },
  ),
  concurrent(
    "Before every request with a query ten customers' orders are removed.",
    (store, _, { query }) => query !== "" && remove(store, customersOrders(store).slice(0, 10)),
    { orders: many(3000) },
  ),
  concurrent(
    "Before the sixtieth request all customers' orders are removed.",
    (store, nth) => nth === 60 && remove(store, customersOrders(store)),
  ),
  concurrent(
    "Before every request all customers' orders are replaced by new ones.",
    (store, nth) => {
      remove(store, customersOrders(store));
      for (let i = 0n; i < 20n; i++) add(store, BigInt(nth) * 1000n + 10_000n + i);
    },
  ),
  concurrent(
    "Before every request a customer changes a quantity.",
    (store, nth) => {
      const order = inTurn(customersOrders(store), nth);
      if (order) order.quantity += 1;
    },
    { mayAdvise },
  ),
  concurrent(
    "Before every cancellation customers cancel the orders with the next lower and the next higher id.",
    (store, _, { path = "" }) => {
      const id = /^\/store\/orders\/(\d+)$/.exec(path)?.[1];
      if (id === undefined) return;
      for (const order of customersOrders(store))
        if (order.state === "pending" && [BigInt(id) - 1n, BigInt(id) + 1n].includes(order.id))
          order.state = "cancelled";
    },
  ),
];
