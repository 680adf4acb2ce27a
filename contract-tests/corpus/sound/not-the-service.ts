/**
 * Circumstances that are not the service's fault: bans and quotas in front of it, copies, releases,
 * and orders that are gone. Source: trials, in which runs were blamed on the service.
 */

import { afterEach } from "../changes/effects.ts";
import { mapMembers } from "../changes/lists.ts";
import { type InitialOrders, isProvided, type Order, type OrderState, roomy } from "../orders.ts";
import { pause } from "../raw-http.ts";
import { error, html } from "../replies.ts";
import { type Change, type Options, type Sound, sound } from "../variant.ts";
import { quota } from "./gateways.ts";

const ENDED = "a ban, a quota or an expired key";
const ends = (title: string, change: Change): Sound =>
  sound(title, ENDED, { leavesOpen: { why: ENDED }, mayEndRun: true, notJudged: true }, change);

/** Keeps only some of the provided orders. */
const withoutProvided = (isThere: (order: Order, nth: number) => boolean) => (): InitialOrders => {
  const initial = roomy();
  const provided = initial.orders.filter(({ id }) => isProvided(initial, id));
  const gone = provided.filter((order, nth) => !isThere(order, nth));
  return { ...initial, orders: initial.orders.filter((order) => !gone.includes(order)) };
};
const USED_UP = "an earlier run may have used them";
const MISSING = { leavesOpen: { why: USED_UP }, mayEndRun: true, notJudged: false } as const;
const usedUp = (
  title: string,
  isThere: (order: Order, nth: number) => boolean,
  options: Options<Sound> = {},
): Sound => sound(title, USED_UP, { ...MISSING, ...options, orders: withoutProvided(isThere) }, {});

/** Puts some orders that were provided as pending into another state. */
const inState = (state: OrderState, isMeant: (nth: number) => boolean) => (): InitialOrders => {
  const initial = roomy();
  for (const order of initial.orders) {
    const nth = initial.pending.indexOf(order.id);
    if (nth >= 0 && isMeant(nth)) order.state = state;
  }
  return initial;
};

const TAKEN = "two runs use the same orders";
/** Another run uses the same orders: from this list on, it cancels one with every third list. */
const anotherRun =
  (first: number): Change =>
  (base) => ({
    visibleOrders(request) {
      const { initial, listCount, orders } = base.store;
      const count = Math.max(0, Math.ceil((listCount - first + 1) / 3));
      for (const order of orders)
        if (initial.pending.slice(0, count).includes(order.id)) order.state = "cancelled";
      return base.visibleOrders(request);
    },
  });

/** Lists come from two copies in turn; the second is this many milliseconds old. */
const replicas =
  (staleMs: number): Change =>
  (base) => {
    const copies: { readonly at: number; readonly orders: readonly Order[] }[] = [];
    let lists = 0;
    return {
      visibleOrders(request) {
        const now = base.now();
        const orders = base.visibleOrders(request);
        copies.push({ at: now, orders });
        const old = copies.findLast(({ at }) => at <= now - staleMs) ?? copies[0]!;
        return [...(++lists % 2 === 0 ? old.orders : orders)];
      },
    };
  };

const RESET = "somebody else resets the store";
/** Resets all orders, starting with a list after this many cancellations. */
const resetAfter =
  (cancellations: number): Change =>
  (base) => {
    const states = new Map(base.store.orders.map((order) => [order, order.state]));
    let lists = 0;
    return {
      visibleOrders(request) {
        // The first list is still without the cancelled orders.
        if (base.store.cancelCount >= cancellations && ++lists === 2)
          for (const [order, state] of states) order.state = state;
        return base.visibleOrders(request);
      },
    };
  };

export const NOT_THE_SERVICE_VARIANTS: readonly Sound[] = [
  ...[2, 3, 4].map((cancellations) =>
    sound(
      `After ${cancellations} cancellations the whole store is reset.`,
      RESET,
      { leavesOpen: { why: RESET }, mayEndRun: true, notJudged: true },
      resetAfter(cancellations),
    ),
  ),
  ...(
    [
      [403, html(403)],
      [402, error(402, "quota", "The quota of the day is used up.")],
      [420, html(420)],
      [401, error(401, "expired", "The key has expired.")],
    ] as const
  ).flatMap(([status, reply]) =>
    [30, 110].map((calls) =>
      ends(`After ${calls} calls every call gets ${status}.`, quota(calls, reply)),
    ),
  ),
  sound(
    "Calls are answered one after the other, each after 20 ms, and the run waits 150 ms.",
    "a service that is slow where the run sends several calls",
    { callTimeoutMs: 150, leavesOpen: { why: "fewer calls are sent at once" } },
    (base) => {
      let last: Promise<unknown> = Promise.resolve();
      return {
        answer(request) {
          const reply = last.then(() => pause(20)).then(() => base.answer(request));
          last = reply;
          return reply;
        },
      };
    },
  ),
  ...[800, 1_900].map((staleMs) =>
    sound(
      `Every second list is a copy that is ${staleMs} ms old: a cancelled order goes and comes back.`,
      "a list may be a copy that is up to 2 s old",
      replicas(staleMs),
    ),
  ),
  sound(
    "Each cancellation moves the dates of the pending orders.",
    "the ship date of a pending order is an estimate",
    (base) =>
      afterEach(base, () => {
        for (const order of base.store.orders)
          if (order.state === "pending")
            order.shipDate = new Date(Date.parse(order.shipDate) + 3_600_000).toISOString();
      }),
  ),
  ...(
    [
      ["drops", (lists: number) => lists > 8],
      ["adds", (lists: number) => lists <= 8],
    ] as const
  ).map(([verb, isDropped]) =>
    sound(
      `A release in the middle of the run ${verb} the quantity of all orders.`,
      "what all orders gain or lose is no effect",
      { leavesOpen: verb === "adds" ? { unproven: ["order-quantity"] } : {} },
      (base) =>
        mapMembers(base, ({ quantity, ...others }, { store }) =>
          isDropped(store.listCount) ? others : { ...others, ...(quantity && { quantity }) },
        ),
    ),
  ),
  usedUp("All orders that were provided are used up.", () => false, { notJudged: true }),
  usedUp(
    "All orders that were provided as pending are used up.",
    ({ state }) => state === "shipped",
  ),
  sound(
    "All orders that were provided as pending are used up, are not listed, and get 409.",
    USED_UP,
    { ...MISSING, orders: withoutProvided(({ state }) => state === "shipped") },
    (base) => ({
      notFound: (id) =>
        base.store.initial.pending.includes(id)
          ? error(409, "cancelled", "It was cancelled before.")
          : base.notFound(id),
    }),
  ),
  ...[1, 2].map((count) =>
    usedUp(
      `Of the orders that were provided, ${count === 1 ? "one is" : "two are"} used up.`,
      (_, nth) => nth >= count,
    ),
  ),
  ...[404, 409].map((status) =>
    sound(
      `Of the orders that were provided, two are used up: they stay in the list and get ${status}.`,
      USED_UP,
      { ...MISSING, orders: inState("cancelled", (nth) => nth === 1 || nth === 2) },
      (base) => ({
        visibleOrders: () => base.store.orders,
        secondCancel: ({ id }) =>
          status === 404 ? base.notFound(id) : error(409, "gone", "It is cancelled."),
      }),
    ),
  ),
  ...[2, 5, 12].map((nth) =>
    sound(
      `Another run cancels the orders that were provided, from list ${nth} on.`,
      TAKEN,
      { leavesOpen: { why: TAKEN }, mayEndRun: true, notJudged: true },
      anotherRun(nth),
    ),
  ),
  sound(
    "Two shipped orders were provided as pending.",
    USED_UP,
    { ...MISSING, orders: inState("shipped", (nth) => nth >= 2) },
    {},
  ),
];
