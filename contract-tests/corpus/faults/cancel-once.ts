import type { Order } from "../order.ts";
import { empty, error, json } from "../replies.ts";
import type { Service } from "../service.ts";
import type { Fault } from "../variant.ts";
import { pause } from "../wire.ts";
import { effect, requestsLater } from "./effect.ts";

const cancelledBody = '{"status":"cancelled"}';
const effects = [
  effect(
    "no-effect",
    "204, and the order stays pending: the next cancel is a 204 again.",
    ["cancel-once"],
    (service) => {
      service.settle = () => {};
    },
  ),
  effect("no-effect-first-time", "Only the second cancel of an order takes effect.", ["cancel-once"], (service) => {
    const { settle } = service;
    const asked = new Set<Order>();
    service.settle = (order, state) => {
      if (asked.has(order)) settle(order, state);
      asked.add(order);
    };
  }),
  effect("no-effect-beyond-double", "A cancel beyond 2^53 is a 204 without effect.", ["cancel-once"], (service) => {
    const { settle } = service;
    service.settle = (order, state) => order.id < 2n ** 53n && settle(order, state);
  }),
  effect("second-cancel-204", "A cancelled order is cancelled again: 204.", ["cancel-once"], (service) => {
    service.gone = () => empty(204);
  }),
  effect(
    "second-cancel-204-much-later",
    "From the third cancel on an order is cancelled again: 204.",
    ["cancel-once"],
    (service) => {
      const { gone } = service;
      const asked = new Map<Order, number>();
      service.gone = (order) => {
        asked.set(order, (asked.get(order) ?? 0) + 1);
        return (asked.get(order) ?? 0) > 1 ? empty(204) : gone(order);
      };
    },
  ),
  effect(
    "second-cancel-204-big-ids",
    "A cancelled order beyond int32 is cancelled again: 204.",
    ["cancel-once"],
    (service) => {
      const { gone } = service;
      service.gone = (order) => (order.id > 2n ** 31n ? empty(204) : gone(order));
    },
  ),
  effect("second-cancel-200", "A second cancel answers 200.", ["cancel-once"], (service) => {
    service.gone = () => json(200, cancelledBody);
  }),
  effect(
    "second-cancel-500",
    "A second cancel answers 500.",
    ["cancel-once", "cancel-unknown-not-found"],
    (service) => {
      service.gone = () => error(500, "internal", "Order is already deleted.");
    },
  ),
  effect("cancelled-returns", "A cancelled order is pending again two requests later.", ["cancel-once"], (service) => {
    const { serve } = service;
    const since = new Map<Order, number>();
    service.serve = (request) => {
      for (const order of service.orders)
        if (order.state === "cancelled") {
          since.set(order, (since.get(order) ?? 0) + 1);
          if ((since.get(order) ?? 0) > 2) order.state = "pending";
        }
      return serve(request);
    };
  }),
  effect("rolled-back", "A cancel is rolled back a moment later.", ["cancel-once"], (service) => {
    const { settle } = service;
    service.settle = (order, state) => {
      settle(order, state);
      setTimeout(() => {
        order.state = "pending";
      }, 3);
    };
  }),
  effect("rolled-back-later", "A cancel is rolled back a hundred requests later.", ["cancel-once"], (service) => {
    const { settle } = service;
    service.settle = (order, state) => {
      settle(order, state);
      requestsLater(service, 100, () => {
        order.state = "pending";
      });
    };
  }),
  effect(
    "works-once-per-process",
    "The first cancel is a 204, every later one a 404.",
    ["cancel-pending", "cancel-only-that-order"],
    (service) => {
      const { cancel } = service;
      service.cancel = (order, request) =>
        service.cancels > 0 && order.state === "pending" ? service.notFound(order.id) : cancel(order, request);
    },
  ),
  effect(
    "fails-every-third-time",
    "Every third cancel of a pending order is a 500.",
    ["cancel-pending", "cancel-once"],
    (service) => {
      const { cancel } = service;
      let calls = 0;
      service.cancel = (order, request) =>
        order.state === "pending" && ++calls % 3 === 0
          ? error(500, "internal", "Connection reset by peer.")
          : cancel(order, request);
    },
  ),
  effect("effect-despite-500", "A cancel answers 500 and has taken effect.", ["cancel-pending"], (service) => {
    service.cancelled = () => error(500, "internal", "Could not publish the event.");
  }),
];

/** Others get in between the look and the deed. */
function race(service: Service, lets: (waiting: number) => boolean): void {
  const { cancel } = service;
  let waiting = 0;
  service.cancel = async (order, request) => {
    if (order.state !== "pending") return cancel(order, request);
    const place = ++waiting;
    await pause(8);
    waiting -= 1;
    const late = service.find(order.id)?.state === "cancelled";
    if (!late) service.settle(order, "cancelled");
    return late && !lets(place) ? service.gone(order) : service.cancelled(order);
  };
}
const races = [
  effect("race", "Parallel cancels of one order are all a 204.", ["cancel-once"], (service) =>
    race(service, () => true),
  ),
  effect("race-of-two", "Of many parallel cancels of one order the first two are a 204.", ["cancel-once"], (service) =>
    race(service, (place) => place === 2),
  ),
  effect(
    "race-by-connection",
    "Parallel cancels on different connections are all a 204.",
    ["cancel-once"],
    (service) => {
      const { cancel } = service;
      const first = new Map<Order, { connection: object; at: number }>();
      service.cancel = (order, request) => {
        const before = first.get(order);
        if (before !== undefined && before.connection !== request.connection && Date.now() - before.at < 100)
          return service.cancelled(order);
        if (order.state === "pending") first.set(order, { connection: request.connection, at: Date.now() });
        return cancel(order, request);
      };
    },
  ),
  effect(
    "race-500",
    "The losers of parallel cancels get a 500.",
    ["cancel-once", "cancel-unknown-not-found"],
    (service) => {
      const { cancel } = service;
      const busy = new Set<Order>();
      service.cancel = async (order, request) => {
        if (busy.has(order)) return error(500, "internal", "could not serialize access due to concurrent update");
        busy.add(order);
        await pause(8);
        busy.delete(order);
        return cancel(order, request);
      };
    },
  ),
];

export const CANCEL_ONCE_FAULTS: readonly Fault[] = [...effects, ...races];
