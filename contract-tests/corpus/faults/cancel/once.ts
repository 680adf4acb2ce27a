/**
 * Cancellations that have no effect, are repeated, or are undone.
 *
 * Sources: check and update in two statements (CWE-367), error 40001 of PostgreSQL that nobody
 * repeats, idempotent DELETE as many style guides ask for it.
 */
import { afterEach, afterTime } from "../../changes/effects.ts";
import type { Order } from "../../orders.ts";
import { pause } from "../../raw-http.ts";
import { error, json } from "../../replies.ts";
import { type Described, type Fault, fault } from "../../variant.ts";

const once = (title: string, ...given: Described<Fault>): Fault =>
  fault(title, ["cancel-once"], ...given);

export const CANCEL_ONCE_FAULTS = [
  once("The cancellation of a cancelled order gets 200.", {
    secondCancel: () => json(200, '{"status":"cancelled"}'),
  }),
  fault("The first cancellation gets 204, every later one 404.", ["cancel-pending"], (base) => ({
    cancel: (order, request) =>
      base.store.cancelCount > 0 && order.state === "pending"
        ? base.notFound(order.id)
        : base.cancel(order, request),
  })),
  once(
    "Parallel cancellations of one order all get 204.",
    { foundBy: "exact-ids" },
    // The service serves other requests between checking the state and changing it.
    (base) => ({
      async cancel(order, request) {
        if (order.state !== "pending") return base.cancel(order, request);
        await pause(8);
        if (order.state === "pending") base.setState(order, "cancelled");
        return base.noContent(order);
      },
    }),
  ),
  once("Of parallel cancellations of one order all but the first get 500.", (base) => {
    const busy = new Set<Order>();
    return {
      async cancel(order, request) {
        if (busy.has(order))
          return error(500, "internal", "could not serialize access due to concurrent update");
        busy.add(order);
        await pause(8);
        busy.delete(order);
        return base.cancel(order, request);
      },
    };
  }),
  // A transaction over several services is rolled back.
  once(
    "A cancellation is rolled back after 4 s.",
    { withoutIds: "undetected" },
    (base, service) => {
      const after = afterTime(service);
      return afterEach(base, (order) =>
        after(4_000, () => Object.assign(order, { state: "pending" })),
      );
    },
  ),
];
