/**
 * Cancelled orders that stay in the list or leave it later, and fields that change by themselves.
 * Source: read replicas, queues between the cancellation and the list, ship dates that are
 * estimated for each call, pages by the last id.
 */
import { afterEach, afterTime } from "../changes/effects.ts";
import { filterList, keepsCancelled, mapMembers, readsInBatches } from "../changes/lists.ts";
import { type Order, onlyProvided } from "../orders.ts";
import { type Sound, sound } from "../variant.ts";

const IN_LIST = "whether a cancelled order stays in the list is open";
const MOVES = "a field that changes by itself shows no effect";
/** Estimates new dates for each list. */
const estimated = (title: string, stepMs: number): Sound =>
  sound(title, MOVES, (base) =>
    mapMembers(base, (members) => {
      const now = Math.floor(base.now() / stepMs) * stepMs;
      return { ...members, shipDate: `"${new Date(now + 3 * 86_400_000).toISOString()}"` };
    }),
  );

/** Less than the 2,000 ms for which a list may be a copy. */
const MAX_COPY_MS = 1_500;

export const CHANGING_LIST_VARIANTS = [
  sound(
    "The list is read in batches, each from the last id on.",
    "sound",
    { orders: onlyProvided },
    (base) =>
      readsInBatches(base, (orders, read) =>
        orders.filter(({ id }) => id > (read.at(-1)?.id ?? -Infinity)),
      ),
  ),
  ...[1, 3].map((nth) =>
    sound(
      `Only list ${nth} lacks a pending order, as a copy does that is older.`,
      "fresh orders may reach the copies of a list late",
      (base) => {
        let firstAt: number | undefined;
        return filterList(base, ({ order, store }) => {
          firstAt ??= base.now();
          // On a slow machine, the list comes when no copy is as old as that any more.
          const isOld = base.now() - firstAt < MAX_COPY_MS;
          return !isOld || store.listCount !== nth || order.id !== store.initial.pending[1];
        });
      },
    ),
  ),
  sound("Cancelled orders with odd ids stay in the list.", IN_LIST, ({ store }) => ({
    visibleOrders: () =>
      store.orders.filter(({ id, state }) => state !== "cancelled" || id % 2n !== 0n),
  })),
  sound(
    "A cancelled order stays in the list with quantity 0, and orders have a member with their state.",
    IN_LIST,
    (base) => ({
      ...keepsCancelled(base),
      ...mapMembers(base, (members, { order }) => ({ ...members, status: `"${order.state}"` })),
      setState(order, state) {
        order.quantity = 0;
        base.setState(order, state);
      },
    }),
  ),
  sound(
    "A second cancellation gets 404 and 409 in turns.",
    "both statuses fit a cancelled order",
    (_, service) => {
      let calls = 0;
      return {
        secondCancel: (order) =>
          ++calls % 2 === 0 ? service.conflict(order) : service.notFound(order.id),
      };
    },
  ),
  estimated("Ship dates are three days from now.", 1),
  estimated("Ship dates are three days from now, in steps of five seconds.", 5000),
  estimated("Ship dates are three days from now, in whole minutes.", 60_000),
  sound("Pending orders have a ship date from the tenth list on.", MOVES, (base) =>
    mapMembers(base, ({ shipDate, ...members }, { store, order }) =>
      store.listCount < 10 && order.state === "pending"
        ? members
        : { ...members, shipDate: shipDate ?? "" },
    ),
  ),
  sound("The quantity of each order is the number of lists so far.", MOVES, (base) =>
    mapMembers(base, (members, { store }) => ({ ...members, quantity: `${store.listCount}` })),
  ),
  sound("A cancelled order leaves the list after 4 s.", IN_LIST, (base, service) => {
    const after = afterTime(service);
    const hidden = new Set<Order>();
    return {
      ...afterEach(base, (order) => after(4_000, () => hidden.add(order))),
      visibleOrders: () => base.store.orders.filter((order) => !hidden.has(order)),
    };
  }),
];
