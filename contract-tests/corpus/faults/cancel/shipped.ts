/**
 * Shipped orders that are cancelled, changed or removed. Source: a check after the update, or
 * without a return.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { filterList } from "../../changes/lists.ts";
import type { Order } from "../../orders.ts";
import type { ReferenceService } from "../../reference-service.ts";
import { type Fault, fault } from "../../variant.ts";

/** The refused cancellation of a shipped order has an effect although it gets its 409. */
const despite409 = (
  title: string,
  effect: (order: Order, service: ReferenceService) => void,
  clauses: readonly ClauseId[] = ["cancel-shipped-unchanged"],
): Fault =>
  fault(title, clauses, (base, service) => ({
    conflict(order) {
      effect(order, service);
      return base.conflict(order);
    },
  }));

export const SHIPPED_FAULTS = [
  despite409("The 409 cancels the shipped order.", (order, service) =>
    service.setState(order, "cancelled"),
  ),
  fault(
    "The 409 removes the shipped order from the list; later cancellations get 409, too.",
    ["cancel-shipped-unchanged"],
    { foundBy: "shipped" },
    (base) => {
      const hidden = new Set<Order>();
      return {
        ...filterList(base, ({ order }) => !hidden.has(order)),
        conflict(order) {
          hidden.add(order);
          return base.conflict(order);
        },
      };
    },
  ),
  despite409("The 409 sets quantity to 0.", (order) => Object.assign(order, { quantity: 0 })),
  despite409(
    "The 409 makes the shipped order pending: the second cancellation gets 204.",
    (order, service) => service.setState(order, "pending"),
  ),
  despite409(
    "The first cancellation of a shipped order gets 409, every later one 404; the order stays listed.",
    (_, service) => {
      service.conflict = ({ id }) => service.notFound(id);
    },
  ),
];
