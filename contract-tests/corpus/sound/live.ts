/** Stores in which other clients place, ship, cancel and change orders while the gate runs. */
import { type Order, order } from "../order.ts";
import { crowd } from "../seeds.ts";
import type { Service } from "../service.ts";
import { type Sound, sound } from "../variant.ts";
import type { Request } from "../wire.ts";

const RULING = "orders not handed over may change at any time";

/** `happens` before every request, or behind it, with the number of the request. */
const live = (
  id: string,
  title: string,
  happens: (service: Service, call: number, request: Request) => void,
  options: Partial<Sound> = {},
): Sound =>
  sound(
    id,
    title,
    RULING,
    (service) => {
      const { answer } = service;
      let calls = 0;
      service.answer = (request) => {
        happens(service, ++calls, request);
        return answer(request);
      };
    },
    options,
  );

/** In read-only mode nothing is handed over, and yet these stay: the mode shall see the same store. */
const customers = ({ orders, seed }: Service): Order[] =>
  orders.filter(({ id }) => !seed.pending.includes(id) && !seed.shipped.includes(id));
const place = (service: Service, id: bigint): void => {
  service.orders.push(order(id, "pending"));
};
const highest = ({ orders }: Service): bigint => orders.map(({ id }) => id).sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
const lowestFree = ({ orders }: Service): bigint => {
  const taken = new Set(orders.map(({ id }) => id));
  let id = 1n;
  while (taken.has(id)) id += 1n;
  return id;
};
const drop = (service: Service, dropped: readonly Order[]): void => {
  service.orders = service.orders.filter((kept) => !dropped.includes(kept));
};
const advised = { mayAdvise: "a changed field of a customer's order may be advice" };

export const LIVE_VARIANTS: readonly Sound[] = [
  live("live-new-orders", "Every request finds a new order at the next id.", (service) =>
    place(service, highest(service) + 1n),
  ),
  live("live-new-orders-at-low-ids", "Every request finds a new order at the lowest free id.", (service) =>
    place(service, lowestFree(service)),
  ),
  live("live-new-orders-spread", "Every request finds a new order at an id far from all others.", (service, call) =>
    place(service, BigInt(call) * 1_000_003n * 1_000_003n),
  ),
  live(
    "live-orders-ship",
    "Every request finds another order shipped, and complete.",
    (service, call) => {
      const pending = customers(service).filter(({ state }) => state === "pending");
      const shipping = pending[call % (pending.length || 1)];
      if (shipping) Object.assign(shipping, { state: "shipped", complete: true });
    },
    advised,
  ),
  live(
    "live-orders-vanish",
    "With every request one customer's order is gone.",
    (service) => drop(service, customers(service).slice(0, 1)),
    { seed: crowd(400) },
  ),
  live(
    "live-orders-vanish-from-the-end",
    "With every request the customer's order with the highest id is gone.",
    (service) => drop(service, customers(service).slice(-1)),
    { seed: crowd(400) },
  ),
  live(
    "live-orders-vanish-by-query",
    "With every query ten customers' orders happen to go.",
    (service, _, { query }) => query !== "" && drop(service, customers(service).slice(0, 10)),
    { seed: crowd(3000) },
  ),
  live(
    "live-all-customers-leave",
    "After the tenth request no customer's order is left.",
    (service, call) => call === 10 && drop(service, customers(service)),
  ),
  live("live-turnover", "With every request all customers' orders are replaced by new ones.", (service, call) => {
    drop(service, customers(service));
    for (let i = 0n; i < 20n; i++) place(service, BigInt(call) * 1000n + 10_000n + i);
  }),
  live(
    "live-fields-change",
    "With every request a customer changes the quantity.",
    (service, call) => {
      const all = customers(service);
      const changed = all[call % (all.length || 1)];
      if (changed) changed.quantity += 1;
    },
    advised,
  ),
  live(
    "live-dates-move",
    "With every request all customers' ship dates move.",
    (service, call) => {
      for (const changed of customers(service))
        changed.shipDate = new Date(Date.UTC(2027, 0, 1, 0, call)).toISOString();
    },
    advised,
  ),
  live("live-customers-cancel", "With every cancel of ours a customer cancels, too.", (service, _, { method }) => {
    const pending = customers(service).findLast(({ state }) => state === "pending");
    if (method === "DELETE" && pending) pending.state = "cancelled";
  }),
  live(
    "live-neighbours-cancelled",
    "With every cancel of ours the neighbours are cancelled by their owners.",
    (service, _, { path = "" }) => {
      const id = /^\/store\/orders\/(\d+)$/.exec(path)?.[1];
      if (id === undefined) return;
      const owned = customers(service);
      for (const step of [-1n, 1n]) {
        const neighbour = owned.find((other) => other.id === BigInt(id) + step);
        if (neighbour?.state === "pending") neighbour.state = "cancelled";
      }
    },
  ),
  live(
    "live-all-at-once",
    "Orders appear, ship, change and vanish with every request.",
    (service, call) => {
      const owned = customers(service);
      place(service, highest(service) + BigInt(call));
      const [shipping, changing] = [owned[call % owned.length], owned[(call * 7) % owned.length]];
      if (shipping?.state === "pending") shipping.state = "shipped";
      if (changing) changing.petId += 1n;
      drop(service, owned.slice(0, 1));
    },
    { seed: crowd(400), ...advised },
  ),
  sound(
    "cancelled-vanishes-much-later",
    "A cancelled order leaves the list after five more requests.",
    "cancelled-in-list",
    (service) => {
      const since = new Map<bigint, number>();
      const { answer } = service;
      service.answer = (request) => {
        for (const { id, state } of service.orders) if (state === "cancelled") since.set(id, (since.get(id) ?? 0) + 1);
        return answer(request);
      };
      service.listed = () =>
        service.orders.filter(({ id, state }) => state !== "cancelled" || (since.get(id) ?? 0) < 5);
    },
  ),
  sound(
    "some-cancelled-stay",
    "Cancelled orders with odd ids stay listed, others vanish.",
    "cancelled-in-list",
    (service) => {
      service.listed = () => service.orders.filter(({ id, state }) => state !== "cancelled" || id % 2n !== 0n);
    },
  ),
  sound(
    "cancelled-says-so",
    "A cancelled order stays listed, with quantity 0 and a field that says so.",
    "cancelled-in-list",
    (service) => {
      const { members, settle } = service;
      service.listed = () => service.orders;
      service.members = (listed, index, count) => ({ ...members(listed, index, count), status: `"${listed.state}"` });
      service.settle = (settled, state) => {
        settled.quantity = 0;
        settle(settled, state);
      };
    },
  ),
  sound("second-cancel-varies", "A second cancel is a 404 or a 409, in turns.", "second-cancel", (service) => {
    let calls = 0;
    service.gone = (cancelled) => (++calls % 2 === 0 ? service.conflict(cancelled) : service.notFound(cancelled.id));
  }),
];
