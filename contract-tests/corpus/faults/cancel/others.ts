/** Cancellations that change other orders, or another order than the one named. */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { afterEach, afterRequests, providedPending } from "../../changes/effects.ts";
import { adjacentBeyondDouble, isProvided, type Order } from "../../orders.ts";
import type { Request } from "../../raw-http.ts";
import { type Base, type Fault, fault, type Options, type Replacement } from "../../variant.ts";

/** A cancellation also cancels those of `others` that are pending. */
const cancelsToo = (
  base: Base,
  others: (order: Order) => readonly (Order | undefined)[],
): Replacement =>
  afterEach(base, (order, state) => {
    for (const other of others(order)) if (other?.state === "pending") base.setState(other, state);
  });
const OTHER_AND_PENDING: readonly ClauseId[] = ["cancel-only-that-order", "cancel-pending"];
const alsoCancels = (
  title: string,
  options: Options<Fault>,
  others: (base: Base, order: Order) => readonly (Order | undefined)[],
  clauses = OTHER_AND_PENDING,
): Fault =>
  fault(title, clauses, options, (base) => cancelsToo(base, (order) => others(base, order)));

/** A cancellation changes other orders. */
const changes = (
  title: string,
  clauses: readonly ClauseId[],
  effect: (base: Base, order: Order) => void,
  options: Options<Fault> = {},
): Fault =>
  fault(title, clauses, options, (base) => afterEach(base, (order) => effect(base, order)));

/** The other orders for which `same` has the same value. */
const alike = ({ store }: Base, same: (id: bigint) => unknown, { id }: Order): Order[] =>
  store.orders.filter((other) => same(other.id) === same(id));
const asInt32 = (id: bigint): bigint => BigInt.asIntN(32, id);
const HARMS = { harms: "full" } as const;
const adjacent = { orders: adjacentBeyondDouble, ...HARMS };
const isPending = ({ state }: Order): boolean => state === "pending";

const onUnknownId = (title: string, cancelled: (base: Base) => readonly Order[]): Fault =>
  fault(title, ["cancel-pending", "list-whole"], { harms: "both" }, (base, service) => ({
    notFound(unknown) {
      for (const order of cancelled(base)) service.setState(order, "cancelled");
      return base.notFound(unknown);
    },
  }));

/** A refused cancellation doubles the quantity of a pending order that is provided. */
const REFUSALS = {
  unauthorized: "without a good key",
  notFound: "of an unknown order",
  conflict: "of a shipped order",
} as const;

export const CANCEL_OTHERS_FAULTS = [
  ...([1, -1] as const).map((step) =>
    alsoCancels(
      `A cancellation also cancels the ${step > 0 ? "next" : "previous"} order.`,
      adjacent,
      (base, { id }) => [
        base.store.orders[base.store.orders.findIndex((one) => one.id === id) + step],
      ],
    ),
  ),
  fault(
    "Fifty requests after a cancellation all pending orders that are provided are cancelled.",
    ["cancel-pending", "list-whole"],
    (base, service) =>
      afterEach(base, () =>
        afterRequests(service, 50, () => {
          for (const other of providedPending(base)) base.setState(other, "cancelled");
        }),
      ),
  ),
  alsoCancels("A cancellation cancels all pending orders.", HARMS, ({ store }) => store.orders),
  fault(
    "A cancellation cancels all orders with the same petId.",
    OTHER_AND_PENDING,
    HARMS,
    (base) => {
      for (const order of base.store.orders) order.petId = 105n;
      return cancelsToo(base, ({ petId }) =>
        base.store.orders.filter((other) => other.petId === petId),
      );
    },
  ),
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
    (base, order) => alike(base, asInt32, order),
    ["cancel-only-that-order"],
  ),
  fault(
    "A cancellation cancels the first pending order, not the one named.",
    ["cancel-once"],
    HARMS,
    (base) => ({
      setState: (order, state) => base.setState(base.store.orders.find(isPending) ?? order, state),
    }),
  ),
  fault(
    "A cancellation cancels the last pending order, not the one named.",
    ["cancel-once"],
    adjacent,
    (base) => ({
      setState: (order, state) =>
        base.setState(base.store.orders.findLast(isPending) ?? order, state),
    }),
  ),
  changes(
    "A cancellation removes all shipped orders from the store.",
    ["cancel-only-that-order", "cancel-shipped-unchanged"],
    ({ store }) => {
      store.orders = store.orders.filter(({ state }) => state !== "shipped");
    },
  ),
  changes(
    "A cancellation doubles the quantity of the other pending orders that are provided.",
    ["cancel-only-that-order"],
    (base) => {
      for (const other of providedPending(base)) other.quantity *= 2;
    },
  ),
  changes(
    "A cancellation changes the petId of all orders.",
    ["cancel-only-that-order"],
    ({ store }, order) => {
      for (const other of store.orders) other.petId = order.petId + 1n;
    },
  ),
  changes(
    "A cancellation lowers all higher ids by one.",
    ["cancel-only-that-order"],
    ({ store }, { id }) => {
      store.orders = store.orders.map((other) =>
        other.id > id ? { ...other, id: other.id - 1n } : other,
      );
    },
  ),
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
  ...(Object.keys(REFUSALS) as (keyof typeof REFUSALS)[]).map((reply) =>
    fault(
      `The first refused cancellation ${REFUSALS[reply]} doubles the quantity of a pending order that is provided.`,
      ["cancel-only-that-order"],
      (base) => {
        let isChanged = false;
        const change = (): void => {
          const order = isChanged ? undefined : providedPending(base).at(-1);
          if (order !== undefined) order.quantity *= 2;
          isChanged = true;
        };
        return {
          [reply](subject: never) {
            if (reply !== "unauthorized" || (subject as Request).method === "DELETE") change();
            return base[reply](subject);
          },
        };
      },
    ),
  ),
  changes(
    "A customer's order vanishes with each order that is cancelled.",
    ["cancel-only-that-order"],
    ({ store }) => {
      const other = store.orders.find(({ id }) => !isProvided(store.initial, id));
      store.orders = store.orders.filter((one) => one !== other);
    },
  ),
  changes(
    "Each cancellation changes the quantity of a customer's order.",
    ["cancel-only-that-order"],
    ({ store }) => {
      const other = store.orders.findLast(({ id }) => !isProvided(store.initial, id));
      if (other) other.quantity++;
    },
  ),
  changes(
    "Each cancellation flips complete of the customer's order before it.",
    ["cancel-only-that-order"],
    ({ store }, { id }) => {
      const other = store.orders.findLast(
        (one) => one.id < id && !isProvided(store.initial, one.id),
      );
      if (other) other.complete = !other.complete;
    },
  ),
  changes(
    "Each cancellation takes the customers' orders of the same pet with it.",
    ["cancel-only-that-order"],
    ({ store }, { petId }) => {
      store.orders = store.orders.filter(
        (one) => one.petId !== petId || isProvided(store.initial, one.id),
      );
    },
  ),
  fault(
    "An order beyond 2^53 stays when it is cancelled, and the one with its rounded id vanishes.",
    ["cancel-id-exact"],
    { harms: "full" },
    (base, service) => ({
      cancel(order, request) {
        const rounded = base.store.orders.find(
          ({ id, state }) =>
            id !== order.id && id === BigInt(Number(order.id)) && state !== "shipped",
        );
        if (rounded === undefined) return base.cancel(order, request);
        if (rounded.state === "cancelled") return base.notFound(order.id);
        service.setState(rounded, "cancelled");
        return base.noContent(order);
      },
    }),
  ),
  onUnknownId(
    "The cancellation of an unknown id gets 404, and cancels the first pending order that is provided.",
    (base) => providedPending(base).slice(0, 1),
  ),
  onUnknownId(
    "The cancellation of an unknown id gets 404, and cancels all pending orders.",
    ({ store }) => store.orders.filter(isPending),
  ),
];
