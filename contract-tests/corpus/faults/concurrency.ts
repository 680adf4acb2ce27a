/**
 * Simultaneous calls get each other's data.
 *
 * Sources: the state of a call in a field of a shared object (Spring's controllers, a module's
 * variable), lost updates, optimistic locks on the whole store.
 */
import { pause } from "../raw-http.ts";
import { type Fault, fault } from "../variant.ts";

const WAIT_MS = 3;
export const CONCURRENCY_FAULTS: readonly Fault[] = [
  fault(
    "Whether the key is good is kept in one variable for all calls.",
    ["list-unauthorized"],
    (base) => {
      let isAuthorized = false;
      return {
        async answer(request) {
          isAuthorized = base.isAuthorized(request);
          await pause(WAIT_MS);
          return isAuthorized ? base.answerAuthorized(request) : base.unauthorized(request);
        },
      };
    },
  ),
  fault(
    "A list with a bad key is served while a cancellation with the good key is under way.",
    ["list-unauthorized"],
    { foundBy: "together" },
    (base) => {
      let cancellations = 0;
      return {
        async answer(request) {
          const isGood = base.isAuthorized(request);
          const isList = base.operationOf(request) === "listOrders";
          if (isGood && !isList) cancellations++;
          await pause(WAIT_MS);
          const isServed = !isGood && isList && cancellations > 0;
          const own = await base.answer(request);
          await pause(WAIT_MS);
          if (isGood && !isList) cancellations--;
          return isServed ? base.list(request) : own;
        },
      };
    },
  ),
  fault(
    "Of two orders that are cancelled at the same moment one stays pending, and both get 204.",
    ["cancel-once"],
    (base) => {
      let version = 0;
      return {
        async cancel(order, request) {
          if (order.state !== "pending") return base.cancel(order, request);
          const read = ++version;
          order.state = "cancelled";
          await pause(WAIT_MS * 2);
          order.state = "pending";
          if (version === read) base.setState(order, "cancelled");
          return base.noContent(order);
        },
      };
    },
  ),
  fault(
    "A cancellation gets 409 where another order has been cancelled since the store was read.",
    ["cancel-pending"],
    (base) => ({
      async cancel(order, request) {
        const version = base.store.cancelCount;
        await pause(WAIT_MS);
        if (order.state !== "pending" || version === base.store.cancelCount)
          return base.cancel(order, request);
        return base.conflict(order);
      },
    }),
  ),
];
