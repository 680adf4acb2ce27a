/** What has shipped: cancelled all the same, changed, or dropped with its 409. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Order } from "../order.ts";
import { empty } from "../replies.ts";
import { adjacentBeyondDouble, lonelyBeyondDouble } from "../seeds.ts";
import type { Service } from "../service.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";

const shipped = (
  id: string,
  title: string,
  change: (service: Service, order: Order) => void,
  clauses: readonly ClauseId[] = ["cancel-shipped-unchanged"],
): Fault =>
  fault(
    id,
    title,
    clauses,
    (service) => {
      const { conflict } = service;
      service.conflict = (order) => {
        change(service, order);
        return conflict(order);
      };
    },
    { readOnly: UNSEEN.shipped },
  );
const shippedEffects = [
  shipped(
    "shipped-vanishes",
    "What has shipped leaves the list with its 409.",
    (service, order) => service.settle(order, "cancelled"),
    ["cancel-shipped-unchanged", "list-whole"],
  ),
  shipped(
    "shipped-hidden-but-kept",
    "What has shipped leaves the list with its 409, and answers 409 ever after.",
    (service, order) => {
      const { listed } = service;
      service.listed = (request) => listed(request).filter(({ id }) => id !== order.id);
    },
    ["cancel-shipped-unchanged", "list-whole"],
  ),
  shipped("shipped-quantity-zero", "The 409 sets the quantity to 0.", (_, order) => {
    order.quantity = 0;
  }),
  shipped("shipped-complete-flips", "The 409 turns complete around, once and for all.", (_, order) => {
    order.complete = Number(BigInt.asUintN(16, order.id)) % 3 !== 0;
  }),
  shipped("shipped-date-moves", "The 409 sets the shipDate to a later day.", (_, order) => {
    order.shipDate = "2027-01-01T00:00:00.000Z";
  }),
  shipped("shipped-date-touched", "The 409 sets the shipDate a millisecond on.", (_, order) => {
    order.shipDate = new Date(Date.parse(order.shipDate) + 1).toISOString();
  }),
  shipped("shipped-pet-changes", "The 409 takes the animal away: petId 0.", (_, order) => {
    order.petId = 0n;
  }),
  shipped(
    "shipped-becomes-pending",
    "The 409 makes the order pending: a second cancel is a 204.",
    (service, order) => service.settle(order, "pending"),
    ["cancel-shipped-unchanged", "cancel-shipped-conflict"],
  ),
  shipped(
    "shipped-second-404",
    "The 409 is followed by 404, and the order stays listed.",
    (service) => {
      service.conflict = (order) => service.notFound(order.id);
    },
    ["cancel-shipped-unchanged", "cancel-shipped-conflict"],
  ),
  shipped(
    "shipped-conflict-cancels-pending",
    "The 409 cancels a pending order that is handed over.",
    (service) => {
      const other = service.orders.findLast(
        ({ id, state }) => state === "pending" && service.seed.pending.includes(id),
      );
      if (other) service.settle(other, "cancelled");
    },
    ["cancel-only-that-order", "cancel-pending", "list-whole"],
  ),
];
const bigShipped = [
  fault(
    "shipped-beyond-double-answers-404",
    "Cancelling what has shipped beyond 2^53 answers 404.",
    ["cancel-shipped-conflict"],
    (service) => {
      const { conflict } = service;
      service.conflict = (order) => (order.id > 2n ** 53n ? service.notFound(order.id) : conflict(order));
    },
    { seed: adjacentBeyondDouble, readOnly: UNSEEN.shipped },
  ),
  fault(
    "shipped-beyond-double-cancelled",
    "Cancelling what has shipped beyond 2^53 is a 204.",
    ["cancel-shipped-conflict", "cancel-shipped-unchanged"],
    (service) => {
      const { conflict } = service;
      service.conflict = (order) => {
        if (order.id < 2n ** 53n) return conflict(order);
        service.settle(order, "cancelled");
        return empty(204);
      };
    },
    { seed: lonelyBeyondDouble, readOnly: UNSEEN.shipped },
  ),
];

export const SHIPPED_FAULTS: readonly Fault[] = [...shippedEffects, ...bigShipped];
