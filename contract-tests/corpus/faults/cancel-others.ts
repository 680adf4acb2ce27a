import type { Order } from "../order.ts";
import { adjacentBeyondDouble } from "../seeds.ts";
import type { Service } from "../service.ts";
import { type Fault, UNSEEN } from "../variant.ts";
import { effect, HARMS, requestsLater } from "./effect.ts";

/** Cancels the orders of `also` as well. */
const alsoCancels = (service: Service, also: (order: Order) => readonly (Order | undefined)[]): void => {
  const { settle } = service;
  service.settle = (order, state) => {
    settle(order, state);
    for (const other of also(order)) if (other?.state === "pending") settle(other, state);
  };
};
const at = (service: Service, order: Order, step: number): Order | undefined =>
  service.orders[service.orders.indexOf(order) + step];

const effects = [
  effect(
    "cancels-next",
    "A cancel takes the next order with it.",
    ["cancel-only-that-order", "cancel-pending"],
    (service) => alsoCancels(service, (order) => [at(service, order, 1)]),
    { seed: adjacentBeyondDouble, ...HARMS },
  ),
  effect(
    "cancels-previous",
    "A cancel takes the order before it with it.",
    ["cancel-only-that-order", "cancel-pending"],
    (service) => alsoCancels(service, (order) => [at(service, order, -1)]),
    { seed: adjacentBeyondDouble, ...HARMS },
  ),
  effect(
    "cancels-all-of-ours-later",
    "A cancel takes every order of the same customer with it, fifty requests later.",
    ["cancel-only-that-order", "cancel-pending", "list-whole"],
    (service) => {
      const { settle } = service;
      service.settle = (order, state) => {
        settle(order, state);
        requestsLater(service, 50, () => {
          for (const other of service.orders)
            if (other.state === "pending" && service.seed.pending.includes(other.id)) settle(other, "cancelled");
        });
      };
    },
  ),
  effect(
    "cancels-all-pending",
    "A cancel takes everything pending with it.",
    ["cancel-only-that-order", "cancel-pending"],
    (service) => alsoCancels(service, () => service.orders),
    HARMS,
  ),
  effect(
    "cancels-same-pet",
    "A cancel takes the other orders for the animal with it.",
    ["cancel-only-that-order", "cancel-pending"],
    (service) => {
      for (const order of service.orders) order.petId = 105n;
      alsoCancels(service, ({ petId }) => service.orders.filter((other) => other.petId === petId));
    },
    HARMS,
  ),
  effect(
    "cancels-all-of-ours",
    "A cancel takes every order of the same customer with it.",
    ["cancel-only-that-order", "cancel-pending"],
    (service) => alsoCancels(service, () => service.orders.filter(({ id }) => service.seed.pending.includes(id))),
  ),
  effect(
    "cancels-rounded-neighbour",
    "A cancel takes along what a double cannot tell apart.",
    ["cancel-only-that-order", "cancel-pending", "cancel-id-exact"],
    (service) => alsoCancels(service, ({ id }) => service.orders.filter((other) => Number(other.id) === Number(id))),
    { seed: adjacentBeyondDouble, ...HARMS },
  ),
  effect(
    "cancels-int32-neighbour",
    "A cancel takes along what 32 bits cannot tell apart.",
    ["cancel-only-that-order", "cancel-pending", "cancel-id-exact"],
    (service) =>
      alsoCancels(service, ({ id }) =>
        service.orders.filter((other) => BigInt.asIntN(32, other.id) === BigInt.asIntN(32, id)),
      ),
    HARMS,
  ),
  effect(
    "cancels-another",
    "A cancel takes the first pending order in place of the one named.",
    ["cancel-only-that-order", "cancel-once", "cancel-pending", "cancel-id-exact"],
    (service) => {
      const { settle } = service;
      service.settle = (order, state) =>
        settle(service.orders.find((other) => other.state === "pending") ?? order, state);
    },
    HARMS,
  ),
  effect(
    "cancels-the-last",
    "A cancel takes the last pending order in place of the one named.",
    ["cancel-only-that-order", "cancel-once", "cancel-pending", "cancel-id-exact"],
    (service) => {
      const { settle } = service;
      service.settle = (order, state) =>
        settle(service.orders.findLast((other) => other.state === "pending") ?? order, state);
    },
    { ...HARMS, seed: adjacentBeyondDouble },
  ),
  effect(
    "ships-the-others",
    "A cancel ships everything else that is pending.",
    ["cancel-only-that-order", "cancel-pending"],
    (service) => {
      const { settle } = service;
      service.settle = (order, state) => {
        settle(order, state);
        for (const other of service.orders) if (other.state === "pending") settle(other, "shipped");
      };
    },
    HARMS,
  ),
  effect(
    "forgets-shipped",
    "A cancel drops what has shipped from the store.",
    ["cancel-only-that-order", "cancel-shipped-conflict", "cancel-shipped-unchanged", "list-whole"],
    (service) => {
      const { settle } = service;
      service.settle = (order, state) => {
        settle(order, state);
        service.orders = service.orders.filter((other) => other.state !== "shipped");
      };
    },
  ),
  effect(
    "changes-another-order",
    "A cancel doubles the quantity of a pending order that is handed over.",
    ["cancel-only-that-order"],
    (service) => {
      const { settle } = service;
      service.settle = (order, state) => {
        settle(order, state);
        for (const other of service.orders)
          if (other.state === "pending" && service.seed.pending.includes(other.id)) other.quantity *= 2;
      };
    },
  ),
  effect(
    "changes-pets-of-others",
    "A cancel hands its animal to the other orders.",
    ["cancel-only-that-order"],
    (service) => {
      const { settle } = service;
      service.settle = (order, state) => {
        settle(order, state);
        for (const other of service.orders) other.petId = order.petId + 1n;
      };
    },
  ),
  effect(
    "renumbers",
    "A cancel renumbers the orders behind it.",
    ["cancel-only-that-order", "list-whole", "cancel-pending", "cancel-shipped-conflict"],
    (service) => {
      const { settle } = service;
      service.settle = (order, state) => {
        settle(order, state);
        service.orders = service.orders.map((other) => (other.id > order.id ? { ...other, id: other.id - 1n } : other));
      };
    },
  ),
  effect(
    "vanishes-without-effect",
    "A cancelled order leaves the list and can still be cancelled: 204 again.",
    ["cancel-once"],
    (service) => {
      const hidden = new Set<bigint>();
      const { listed } = service;
      service.listed = (request) => listed(request).filter(({ id }) => !hidden.has(id));
      service.settle = ({ id }) => {
        hidden.add(id);
      };
    },
  ),
];

const notFoundEffects = [
  effect(
    "not-found-cancels",
    "A 404 cancels the first pending order that is handed over.",
    ["cancel-only-that-order", "cancel-pending", "cancel-id-exact"],
    (service) => {
      const { notFound } = service;
      service.notFound = (id) => {
        const other = service.orders.find(
          (order) => order.state === "pending" && service.seed.pending.includes(order.id),
        );
        if (other) service.settle(other, "cancelled");
        return notFound(id);
      };
    },
    { readOnly: UNSEEN.effect, harms: { why: "it cancels orders that nobody named", readOnly: "too" } },
  ),
  effect(
    "not-found-cancels-everything",
    "A 404 cancels everything.",
    ["cancel-only-that-order", "cancel-pending", "cancel-id-exact"],
    (service) => {
      const { notFound } = service;
      service.notFound = (id) => {
        for (const order of service.orders) if (order.state === "pending") service.settle(order, "cancelled");
        return notFound(id);
      };
    },
    { readOnly: UNSEEN.effect, harms: { why: "it cancels everything on an unknown id", readOnly: "too" } },
  ),
];

export const CANCEL_OTHERS_FAULTS: readonly Fault[] = [...effects, ...notFoundEffects];
