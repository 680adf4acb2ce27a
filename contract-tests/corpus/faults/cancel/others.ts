/**
 * Cancellations that change other orders, or another order than the one named.
 *
 * Sources: a WHERE that is missing or compares a rounded id, foreign keys with ON DELETE CASCADE,
 * an index into the list as the id, soft deletion that the cancellation does not look at.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { afterEach, providedPending } from "../../changes/effects.ts";
import { adjacentBeyondDouble, isProvided, type Order } from "../../orders.ts";
import { type Base, type Fault, fault, type Options } from "../../variant.ts";

const OTHER_AND_PENDING: readonly ClauseId[] = ["cancel-only-that-order", "cancel-pending"];

/** A cancellation also cancels all pending orders of `others`. */
const alsoCancels = (
  title: string,
  options: Options<Fault>,
  others: (base: Base, order: Order) => readonly (Order | undefined)[],
  clauses = OTHER_AND_PENDING,
): Fault =>
  fault(title, clauses, options, (base) =>
    afterEach(base, (order, state) => {
      for (const other of others(base, order))
        if (other?.state === "pending") base.setState(other, state);
    }),
  );

/** A cancellation changes other orders. */
const changes = (title: string, effect: (base: Base, order: Order) => void): Fault =>
  fault(title, ["cancel-only-that-order"], (base) =>
    afterEach(base, (order) => effect(base, order)),
  );

/** Returns the other orders with the same value of `same`. */
const alike = ({ store }: Base, same: (id: bigint) => unknown, { id }: Order): Order[] =>
  store.orders.filter((other) => same(other.id) === same(id));
const HARMS = { harms: "full" } as const;
const adjacent = { orders: adjacentBeyondDouble, ...HARMS };

export const CANCEL_OTHERS_FAULTS = [
  alsoCancels("A cancellation also cancels the next order.", adjacent, ({ store }, { id }) => [
    store.orders[store.orders.findIndex((one) => one.id === id) + 1],
  ]),
  alsoCancels("A cancellation cancels all pending orders.", HARMS, ({ store }) => store.orders),
  alsoCancels(
    "A cancellation cancels all pending orders that are provided.",
    { foundBy: "pending" },
    providedPending,
  ),
  alsoCancels(
    "A cancellation cancels all orders with the same id as a double.",
    adjacent,
    (base, order) => alike(base, Number, order),
    [...OTHER_AND_PENDING, "cancel-id-exact"],
  ),
  alsoCancels(
    "A cancellation cancels all orders with the same id in 32 bits.",
    HARMS,
    (base, order) => alike(base, (id) => BigInt.asIntN(32, id), order),
    ["cancel-only-that-order"],
  ),
  fault(
    "A cancellation cancels the first pending order, not the one named.",
    ["cancel-once"],
    HARMS,
    (base) => ({
      setState(order, state) {
        const first = base.store.orders.find((one) => one.state === "pending");
        base.setState(first ?? order, state);
      },
    }),
  ),
  changes("A cancellation changes the petId of all orders.", ({ store }, order) => {
    for (const other of store.orders) other.petId = order.petId + 1n;
  }),
  changes("A cancellation lowers all higher ids by one.", ({ store }, { id }) => {
    store.orders = store.orders.map((other) =>
      other.id > id ? { ...other, id: other.id - 1n } : other,
    );
  }),
  fault(
    "A cancelled order leaves the list and can be cancelled again: 204.",
    ["cancel-once"],
    (base) => {
      const hidden = new Set<bigint>();
      return {
        visibleOrders: (request) => base.visibleOrders(request).filter(({ id }) => !hidden.has(id)),
        setState: ({ id }) => void hidden.add(id),
      };
    },
  ),
  changes(
    "Each cancellation takes the customers' orders of the same pet with it.",
    ({ store }, { petId }) => {
      store.orders = store.orders.filter(
        (one) => one.petId !== petId || isProvided(store.initial, one.id),
      );
    },
  ),
];
