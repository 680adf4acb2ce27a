/** Cancellations without an effect, cancelled again, or undone. */
import { cancelsInDatabase } from "../../changes/database.ts";
import { afterEach, counter } from "../../changes/effects.ts";
import type { Order } from "../../orders.ts";
import { pause } from "../../raw-http.ts";
import type { ReferenceService } from "../../reference-service.ts";
import { empty, error, json } from "../../replies.ts";
import { type Base, type Described, type Fault, fault, type Replacement } from "../../variant.ts";

const once = (title: string, ...given: Described<Fault>): Fault =>
  fault(title, ["cancel-once"], ...given);

/** Other requests are served between the check of the state and its change; those in the places of `wins` get a 204. */
function race(
  base: Base,
  service: ReferenceService,
  wins: (place: number) => boolean,
): Replacement {
  let waiting = 0;
  return {
    async cancel(order, request) {
      if (order.state !== "pending") return base.cancel(order, request);
      const place = ++waiting;
      await pause(8);
      waiting -= 1;
      const late = service.find(order.id)?.state === "cancelled";
      if (!late) service.setState(order, "cancelled");
      return late && !wins(place) ? service.secondCancel(order) : service.noContent(order);
    },
  };
}

export const CANCEL_ONCE_FAULTS = [
  once("A cancellation gets 204 and has no effect; the next one gets 204 again.", {
    setState: () => {},
  }),
  once("Only the second cancellation of an order has an effect.", (base) => {
    const count = counter<Order>();
    return { setState: (order, state) => count(order) > 1 && base.setState(order, state) };
  }),
  once("A cancellation of an id beyond 2^53 has no effect.", (base) => ({
    setState: (order, state) => order.id < 2n ** 53n && base.setState(order, state),
  })),
  once("The cancellation of a cancelled order beyond int32 gets 204.", (base) => ({
    secondCancel: (order) => (order.id > 2n ** 31n ? empty(204) : base.secondCancel(order)),
  })),
  once("The cancellation of a cancelled order gets 200.", {
    secondCancel: () => json(200, '{"status":"cancelled"}'),
  }),
  once("A cancelled order is pending again two requests later.", (base) => {
    const count = counter<Order>();
    return {
      answerAuthorized(request) {
        for (const order of base.store.orders)
          if (order.state === "cancelled" && count(order) > 2) order.state = "pending";
        return base.answerAuthorized(request);
      },
    };
  }),
  once("A cancellation is rolled back after 3 ms.", (base) =>
    afterEach(base, (order) => {
      setTimeout(() => Object.assign(order, { state: "pending" }), 3);
    }),
  ),
  once(
    "A cancellation is rolled back by the third one after it.",
    { foundBy: "once-more" },
    (base) => {
      const cancelled: Order[] = [];
      return afterEach(base, (order) => {
        cancelled.push(order);
        const before = cancelled.at(-4);
        if (before !== undefined) before.state = "pending";
      });
    },
  ),
  fault("The first cancellation gets 204, every later one 404.", ["cancel-pending"], (base) => ({
    cancel: (order, request) =>
      base.store.cancelCount > 0 && order.state === "pending"
        ? base.notFound(order.id)
        : base.cancel(order, request),
  })),
  once(
    "Parallel cancellations of one order all get 204.",
    { foundBy: "exact-ids" },
    (base, service) => race(base, service, () => true),
  ),
  once("Two statements cancel an order, over a pool of database connections.", (base) =>
    cancelsInDatabase(base, { isAtomic: false }),
  ),
  once("Parallel cancellations on different connections all get 204.", (base) => {
    const first = new Map<Order, { readonly connection: object; readonly at: number }>();
    return {
      cancel(order, request) {
        const before = first.get(order);
        if (
          before !== undefined &&
          before.connection !== request.connection &&
          Date.now() - before.at < 100
        )
          return base.noContent(order);
        if (order.state === "pending")
          first.set(order, { connection: request.connection, at: Date.now() });
        return base.cancel(order, request);
      },
    };
  }),
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
];
