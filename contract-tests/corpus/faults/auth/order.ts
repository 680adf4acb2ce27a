/**
 * Orders that are looked up or changed although the key is missing or wrong.
 *
 * Sources: router.param of Express, which runs before the key check; a key check that sends the 401
 * and does not end the call.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { namedOrder } from "../../changes/effects.ts";
import { answersFirst } from "../../changes/replies.ts";
import { moreThanNeeded, type Order } from "../../orders.ts";
import type { Reply } from "../../raw-http.ts";
import type { ReferenceService } from "../../reference-service.ts";
import { type Base, type Fault, fault, type Replacement } from "../../variant.ts";

/** Answers cancellations without a valid key before the key check, if `reply` returns a reply. */
const beforeKeyCheck = (
  base: Base,
  reply: (order: Order | undefined) => Reply | undefined,
): Replacement =>
  answersFirst(base, (request) =>
    base.operationOf(request) === "cancelOrder" && !base.isAuthorized(request)
      ? reply(namedOrder(base, request))
      : undefined,
  );

const cancelIfPending = (service: ReferenceService, order: Order): void => {
  if (order.state === "pending") service.setState(order, "cancelled");
};

/** For faults that no list shows: they show if they happen to two orders. */
const LATE = { foundBy: "late-effects", orders: moreThanNeeded } as const;

/** The 401 to the cancellation of a pending order changes the order. */
const refusedWithEffect = (
  title: string,
  effect: (service: ReferenceService, order: Order) => void,
  // Other calls may have the same effect as a refused one.
  clause: ClauseId = "auth-no-effect",
): Fault =>
  fault(title, [clause], clause === "cancel-pending" ? LATE : {}, (base, service) => ({
    unauthorized(request) {
      const order =
        base.operationOf(request) === "cancelOrder" ? namedOrder(base, request) : undefined;
      if (order?.state === "pending") effect(service, order);
      return base.unauthorized(request);
    },
  }));

export const AUTH_ORDER_FAULTS = [
  fault(
    "An unknown id gets 404 before the key is checked.",
    ["auth-first", "cancel-unauthorized"],
    { foundBy: "bad-keys" },
    (base) =>
      beforeKeyCheck(base, (order) => (order === undefined ? base.notFound(0n) : undefined)),
  ),
  fault(
    "A cancelled id gets 404 before the key is checked.",
    ["auth-first"],
    { withoutIds: "undetected" },
    (base) =>
      beforeKeyCheck(base, (order) =>
        order?.state === "cancelled" ? base.notFound(0n) : undefined,
      ),
  ),
  fault(
    "A shipped id gets 409 before the key is checked.",
    ["auth-first", "cancel-unauthorized"],
    { foundBy: "bad-keys", withoutIds: "undetected" },
    (base) =>
      beforeKeyCheck(base, (order) =>
        order?.state === "shipped" ? base.conflict(order) : undefined,
      ),
  ),
  refusedWithEffect("A cancellation is refused with 401, and has its effect.", cancelIfPending),
  refusedWithEffect(
    "A cancellation is refused with 401, and from then on the order counts as shipped.",
    (service, order) => service.setState(order, "shipped"),
    "cancel-pending",
  ),
];
