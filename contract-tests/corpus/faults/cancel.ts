/** Cancelling: near statuses, no effect, too much effect, twice, and ids read carelessly. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Order, Seed } from "../order.ts";
import { empty, error, html, json, redirect, typed } from "../replies.ts";
import { adjacentBeyondDouble, beyondInt32, edges, lonelyBeyondDouble, mixed, small } from "../seeds.ts";
import type { Service } from "../service.ts";
import { type Fault, fault, type ReadOnlySight, UNSEEN } from "../variant.ts";
import { pause, type Reply } from "../wire.ts";

const cancelledBody = '{"status":"cancelled"}';
const NEAR_204: Readonly<Record<string, Reply>> = {
  "200": empty(200),
  "200-body": json(200, cancelledBody),
  "200-order": json(200, '{"id":23,"petId":102,"quantity":1,"complete":false}'),
  "201": empty(201),
  "202": json(202, '{"status":"cancelling"}'),
  "205": empty(205),
  "404": error(404, "order_not_found", "There is no such order."),
  "409": empty(409),
  "403": error(403, "forbidden", "Not your order."),
  "405": error(405, "method_not_allowed", "DELETE is not allowed."),
  "500": error(500, "internal", "deadlock detected"),
  "501": error(501, "not_implemented", "Soon."),
  "303": redirect(303, "/v1/store/orders"),
};
const near204 = Object.entries(NEAR_204).map(([name, reply]) =>
  fault(
    `cancel-answers-${name}`,
    `A cancelled order is answered with ${name.replace("-", " and a ")}.`,
    ["cancel-pending"],
    (service) => {
      service.cancelled = () => reply;
    },
    { readOnly: UNSEEN.pending },
  ),
);

const NEAR_404: Readonly<Record<string, Reply>> = {
  "204": empty(204),
  "200": empty(200),
  "200-error": error(200, "order_not_found", "There is no such order."),
  "202": empty(202),
  "400": error(400, "bad_request", "There is no such order."),
  "403": error(403, "forbidden", "Not your order."),
  "409": empty(409),
  "410": error(410, "gone", "There is no such order."),
  "422": error(422, "unprocessable", "There is no such order."),
  "500": error(500, "internal", "Cannot read properties of null (reading 'status')"),
  "500-html": html(500),
  "405": error(405, "method_not_allowed", "DELETE is not allowed."),
  "302": redirect(302, "/v1/store/orders"),
  "503": error(503, "unavailable", "Shard offline."),
};
const near404 = Object.entries(NEAR_404).map(([name, reply]) =>
  fault(
    `unknown-answers-${name}`,
    `An unknown id is answered with ${name.replace("-", " and an ")}.`,
    ["cancel-unknown-not-found"],
    (service) => {
      service.notFound = () => reply;
      service.gone = () => empty(409);
    },
  ),
);

const NEAR_409: Readonly<Record<string, Reply>> = {
  "204": empty(204),
  "200": json(200, cancelledBody),
  "400": error(400, "bad_request", "The order has shipped."),
  "403": error(403, "forbidden", "The order has shipped."),
  "404": error(404, "order_not_found", "There is no such order."),
  "405": error(405, "method_not_allowed", "The order has shipped."),
  "410": error(410, "gone", "The order has shipped."),
  "412": error(412, "precondition", "The order has shipped."),
  "422": error(422, "unprocessable", "The order has shipped."),
  "423": error(423, "locked", "The order has shipped."),
  "500": error(500, "internal", "IllegalStateException"),
};
const near409 = Object.entries(NEAR_409).map(([name, reply]) =>
  fault(
    `shipped-answers-${name}`,
    `Cancelling what has shipped answers ${name}.`,
    ["cancel-shipped-conflict"],
    (service) => {
      service.conflict = () => reply;
    },
    { readOnly: UNSEEN.shipped },
  ),
);

const UNKNOWN: Readonly<Record<string, readonly [words: string, test: (id: bigint) => boolean]>> = {
  "beyond-int32": ["beyond int32", (id) => id > 2n ** 31n - 1n],
  "beyond-double": ["beyond 2^53", (id) => id > 2n ** 53n],
  "largest-int64": ["2^63 - 1", (id) => id === 2n ** 63n - 1n],
  small: ["below 2^31", (id) => id > 0n && id < 2n ** 31n],
};
const unknownBySize = Object.entries(UNKNOWN).flatMap(([name, [words, test]]) =>
  [400, 500, 204].map((status) =>
    fault(
      `unknown-${name}-answers-${status}`,
      `An unknown id ${words} is answered with ${status}.`,
      ["cancel-unknown-not-found"],
      (service) => {
        const { notFound } = service;
        service.notFound = (id) =>
          !test(id) ? notFound(id) : status === 204 ? empty(204) : error(status, "bad_id", "For input string");
      },
    ),
  ),
);

/** What a cancel does besides, or instead. */
const effect = (
  id: string,
  title: string,
  clauses: readonly ClauseId[],
  change: (service: Service) => void,
  options: Partial<Fault> = {},
): Fault => fault(id, title, clauses, change, { readOnly: UNSEEN.pending, ...options });
const harms = { harms: { why: "it changes other orders by itself", readOnly: "never" } } as const;

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
  effect("fails-every-third-time", "Every third cancel of a pending order is a 500.", ["cancel-pending"], (service) => {
    const { cancel } = service;
    let calls = 0;
    service.cancel = (order, request) =>
      order.state === "pending" && ++calls % 3 === 0
        ? error(500, "internal", "Connection reset by peer.")
        : cancel(order, request);
  }),
  effect("effect-despite-500", "A cancel answers 500 and has taken effect.", ["cancel-pending"], (service) => {
    service.cancelled = () => error(500, "internal", "Could not publish the event.");
  }),
  effect(
    "cancels-next",
    "A cancel takes the next order with it.",
    ["cancel-only-that-order", "cancel-pending"],
    (service) => alsoCancels(service, (order) => [at(service, order, 1)]),
    { seed: adjacentBeyondDouble, ...harms },
  ),
  effect(
    "cancels-all-pending",
    "A cancel takes everything pending with it.",
    ["cancel-only-that-order", "cancel-pending"],
    (service) => alsoCancels(service, () => service.orders),
    harms,
  ),
  effect(
    "cancels-same-pet",
    "A cancel takes the other orders for the animal with it.",
    ["cancel-only-that-order", "cancel-pending"],
    (service) => {
      for (const order of service.orders) order.petId = 105n;
      alsoCancels(service, ({ petId }) => service.orders.filter((other) => other.petId === petId));
    },
    harms,
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
    { seed: adjacentBeyondDouble, ...harms },
  ),
  effect(
    "cancels-int32-neighbour",
    "A cancel takes along what 32 bits cannot tell apart.",
    ["cancel-only-that-order", "cancel-pending", "cancel-id-exact"],
    (service) =>
      alsoCancels(service, ({ id }) =>
        service.orders.filter((other) => BigInt.asIntN(32, other.id) === BigInt.asIntN(32, id)),
      ),
    harms,
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
    harms,
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
    { ...harms, seed: adjacentBeyondDouble },
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
    harms,
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
  shipped("shipped-complete-flips", "The 409 turns complete around.", (_, order) => {
    order.complete = !order.complete;
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
    { readOnly: UNSEEN.effect },
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

/** How an id is read, or compared, and in which stores that shows. */
const careless = (
  id: string,
  title: string,
  readId: (text: string) => bigint | undefined,
  found: Partial<Fault> & { seed: () => Seed },
  clauses: readonly ClauseId[] = ["cancel-id-exact", "cancel-pending", "cancel-once", "cancel-only-that-order"],
): Fault =>
  effect(
    id,
    title,
    clauses,
    (service) => {
      const { parseId } = service;
      service.parseId = (text) => (parseId(text) === undefined ? undefined : readId(text));
    },
    found,
  );
const double = (text: string): bigint => BigInt(Number(text));
const ids = [
  careless("id-read-as-double", "orderId goes through a double; the neighbours are customers' orders.", double, {
    seed: mixed,
    ...harms,
  }),
  careless("id-read-as-double-lonely", "orderId goes through a double; what it hits is nobody's: 404.", double, {
    seed: lonelyBeyondDouble,
  }),
  careless(
    "id-read-as-double-adjacent",
    "orderId goes through a double; the neighbour is handed over as well.",
    double,
    { seed: adjacentBeyondDouble, ...harms },
  ),
  effect(
    "compared-as-double",
    "Ids are compared as doubles: the first that is equal is cancelled.",
    ["cancel-id-exact", "cancel-pending", "cancel-once", "cancel-only-that-order"],
    (service) => {
      service.find = (id) => service.orders.find((order) => Number(order.id) === Number(id));
    },
    { seed: adjacentBeyondDouble, ...harms },
  ),
  effect(
    "unknown-neighbour-cancels",
    "An unknown id is taken for the order whose double it shares: 204.",
    ["cancel-id-exact", "cancel-unknown-not-found"],
    (service) => {
      const { find } = service;
      service.find = (id) => find(id) ?? service.orders.find((order) => Number(order.id) === Number(id));
    },
    { seed: lonelyBeyondDouble, readOnly: { unseen: "the neighbours of orders are not asked for" } },
  ),
  effect(
    "unknown-int32-twin-cancels",
    "An unknown id is taken for the order with the same lower 32 bits: 204.",
    ["cancel-id-exact", "cancel-unknown-not-found"],
    (service) => {
      const { find } = service;
      service.find = (id) =>
        find(id) ?? service.orders.find((order) => BigInt.asIntN(32, order.id) === BigInt.asIntN(32, id));
    },
    { seed: small, readOnly: { unseen: "the twins of orders are not asked for" } },
  ),
  careless(
    "id-wrapped-to-int32",
    "orderId is cut to 32 bits; the twin is handed over as well.",
    (text) => BigInt.asIntN(32, BigInt(text)),
    { seed: mixed, ...harms },
  ),
  careless(
    "id-wrapped-to-int32-lonely",
    "orderId is cut to 32 bits; what it hits is nobody's: 404.",
    (text) => BigInt.asIntN(32, BigInt(text)),
    { seed: beyondInt32 },
  ),
  careless(
    "id-clamped-to-int32",
    "orderId beyond int32 is 2^31 - 1: 404.",
    (text) => (BigInt(text) > 2n ** 31n - 1n ? 2n ** 31n - 1n : BigInt(text)),
    { seed: beyondInt32 },
  ),
  careless("id-absolute", "orderId loses its sign: 404 for orders below 0.", (text) => BigInt(text.replace("-", "")), {
    seed: edges,
    ...harms,
  }),
  careless(
    "id-plus-one-beyond-double",
    "orderId beyond 2^53 is read one too high.",
    (text) => BigInt(text) + (BigInt(text) > 2n ** 53n ? 1n : 0n),
    { seed: lonelyBeyondDouble },
  ),
  careless("id-cut-to-ten-digits", "orderId is cut after ten digits.", (text) => BigInt(text.slice(0, 10)), {
    seed: lonelyBeyondDouble,
  }),
];
const SIZES: Readonly<Record<string, readonly [words: string, seed: () => Seed, test: (id: bigint) => boolean]>> = {
  "beyond-int32": ["beyond int32", beyondInt32, (id) => id > 2n ** 31n - 1n],
  "beyond-double": ["beyond 2^53", mixed, (id) => id > 2n ** 53n],
  "zero-or-less": ["of 0 and below", edges, (id) => id <= 0n],
};
const sizes = Object.entries(SIZES).flatMap(([name, [words, seed, test]]) =>
  [400, 404, 409, 422, 500].map((status) =>
    effect(
      `cancel-${name}-answers-${status}`,
      `Cancelling a pending order ${words} answers ${status}.`,
      ["cancel-pending"],
      (service) => {
        const { cancel } = service;
        service.cancel = (order, request) =>
          test(order.id) && order.state === "pending"
            ? error(status, "bad_id", "Not a valid id.")
            : cancel(order, request);
      },
      { seed },
    ),
  ),
);
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

/** Text that is no integer, read as one. */
const loose = (
  id: string,
  title: string,
  read: (text: string) => bigint | undefined,
  readOnly: ReadOnlySight = UNSEEN.effect,
): Fault =>
  fault(
    id,
    title,
    ["cancel-malformed-refused"],
    (service) => {
      const { parseId } = service;
      service.parseId = (text) => parseId(text) ?? read(text);
    },
    { readOnly },
  );
const integer = (number: number): bigint | undefined =>
  Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;
const malformed = [
  loose("id-read-up-to-the-letters", "12abc cancels 12.", (text) => integer(Number.parseInt(text, 10))),
  loose("id-read-as-number", "17.0, 0x11, 1e1 and spaces around are read as Number does.", (text) =>
    text.trim() === "" ? undefined : integer(Number(text)),
  ),
  loose("id-fraction-dropped", "17.5 cancels 17.", (text) =>
    /^-?\d+\.\d+$/.test(text) ? BigInt(text.split(".")[0] ?? "") : undefined,
  ),
  loose("id-digits-picked", "abc17 and 17abc cancel 17: all but digits is dropped.", (text) =>
    /\d/.test(text) ? BigInt(text.replaceAll(/\D/g, "")) : undefined,
  ),
  ...[200, 204, 202].map((status) =>
    fault(
      `malformed-answers-${status}`,
      `An orderId that is no integer is answered with ${status}.`,
      ["cancel-malformed-refused"],
      (service) => {
        service.malformed = () => empty(status);
      },
    ),
  ),
  fault(
    "malformed-stack-trace",
    "An orderId that is no integer brings a stack trace.",
    ["cancel-malformed-refused"],
    (service) => {
      service.malformed = (text) =>
        typed(
          500,
          "text/plain",
          `SyntaxError: Cannot convert ${text} to a BigInt\n    at BigInt (<anonymous>)\n    at cancel (/srv/app/orders.js:42:17)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n`,
        );
    },
  ),
  fault(
    "malformed-stack-trace-in-error",
    "An orderId that is no integer brings a stack trace in an Error.",
    ["cancel-malformed-refused"],
    (service) => {
      service.malformed = () =>
        error(
          500,
          "internal",
          'java.lang.NumberFormatException: For input string: "abc"\n\tat java.base/java.lang.Long.parseLong(Long.java:711)\n\tat com.example.OrderController.cancel(OrderController.java:57)',
        );
    },
  ),
  fault(
    "malformed-traceback",
    "An orderId that is no integer brings a Python traceback in HTML.",
    ["cancel-malformed-refused"],
    (service) => {
      service.malformed = () =>
        typed(
          500,
          "text/html",
          '<pre>Traceback (most recent call last):\n  File "/srv/app/views.py", line 57, in cancel\n    order_id = int(raw)\nValueError: invalid literal for int() with base 10</pre>',
        );
    },
  ),
  fault(
    "malformed-ends-the-service",
    "After an orderId that is no integer, everything is a 502.",
    ["cancel-malformed-refused"],
    (service) => {
      const { serve, malformed: plain } = service;
      let down = false;
      service.malformed = (text) => {
        down = true;
        return plain(text);
      };
      service.serve = async (request) => (down ? html(502) : serve(request));
    },
  ),
  fault(
    "percent-zz-ends-the-service",
    "After %zz in the path every connection is reset.",
    ["cancel-malformed-refused"],
    (service) => {
      const { serve } = service;
      let down = false;
      service.serve = async (request) => {
        down ||= /%(?![0-9a-f]{2})/i.test(request.path ?? "");
        const reply = await serve(request);
        return down ? { ...reply, onWire: () => ({ parts: [], end: "reset" }) } : reply;
      };
    },
  ),
  fault(
    "broken-utf8-ends-the-service",
    "After %ff or %c3%28 in the path everything is a 500.",
    ["cancel-malformed-refused"],
    (service) => {
      const { serve } = service;
      let down = false;
      service.serve = async (request) => {
        try {
          decodeURIComponent(request.path ?? "");
        } catch {
          down = true;
        }
        return down ? error(500, "internal", "URI malformed") : serve(request);
      };
    },
  ),
  fault(
    "malformed-cancels-first-pending",
    "An orderId that is no integer cancels the first order that is handed over, and is refused.",
    ["cancel-malformed-refused", "cancel-only-that-order", "cancel-pending"],
    (service) => {
      const { malformed: plain } = service;
      service.malformed = (text) => {
        const other = service.orders.find(
          (order) => order.state === "pending" && service.seed.pending.includes(order.id),
        );
        if (other) service.settle(other, "cancelled");
        return plain(text);
      };
    },
    { readOnly: UNSEEN.effect },
  ),
  fault(
    "malformed-cancels-what-it-starts-with",
    "17abc is refused with 400 and cancels 17.",
    ["cancel-malformed-refused"],
    (service) => {
      const { malformed: plain } = service;
      service.malformed = (text) => {
        const other = service.orders.find(
          ({ id, state }) => state === "pending" && id === integer(Number.parseInt(text, 10)),
        );
        if (other) service.settle(other, "cancelled");
        return { ...plain(text), status: 400 };
      };
    },
    { readOnly: UNSEEN.effect },
  ),
];

const versioned = [
  fault(
    "cancel-not-below-v1",
    "Every DELETE below v1 is a page not found.",
    ["version-in-path", "cancel-unknown-not-found", "not-found-error-body"],
    (service) => {
      const { serve } = service;
      service.serve = async (request) => (service.operation(request) === "cancel" ? html(404) : serve(request));
    },
  ),
  fault("cancel-method-not-allowed", "DELETE is a 405.", ["cancel-unknown-not-found", "cancel-pending"], (service) => {
    const { serve } = service;
    service.serve = async (request) =>
      service.operation(request) === "cancel"
        ? error(405, "method_not_allowed", "DELETE is not allowed.")
        : serve(request);
  }),
  fault(
    "list-below-v2",
    "Below v1 there is only a hint at v2, as a 404.",
    ["version-in-path", "list-ok"],
    (service) => {
      service.serve = async () => error(404, "moved", "Use v2.");
    },
    { orNotJudged: true },
  ),
  fault(
    "operations-above-v1",
    "Below v1 everything is a page not found, key or not.",
    ["version-in-path", "list-ok", "list-unauthorized"],
    (service) => {
      service.answer = async () => html(404);
    },
    { orNotJudged: true },
  ),
  fault(
    "v1-redirects-to-v2",
    "Below v1 everything is a redirect to v2.",
    ["version-in-path", "list-ok"],
    (service) => {
      service.answer = async (request) => redirect(308, `/v2${request.path ?? ""}`);
    },
    { orNotJudged: true },
  ),
];

export const CANCEL_FAULTS: readonly Fault[] = [
  ...near204,
  ...near404,
  ...near409,
  ...unknownBySize,
  ...effects,
  ...races,
  ...shippedEffects,
  ...notFoundEffects,
  ...ids,
  ...sizes,
  ...bigShipped,
  ...malformed,
  ...versioned,
];
