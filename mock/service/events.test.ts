import fc from "fast-check";
import { expect, test } from "playwright/test";
import type { Fault } from "../../scenarios/scenario.ts";
import type { OperationId } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import type { FaultEffect } from "../replies/messages.ts";
import { WorldEvents } from "./events.ts";

const of = (operation: OperationId, orderId?: bigint) => ({
  operation: OPERATIONS[operation],
  orderId,
});

/** The effects on the first `count` lists. */
function lists(faults: readonly Fault[], count: number, seed = 1): (FaultEffect | undefined)[] {
  const events = new WorldEvents({ faults }, seed);
  return Array.from({ length: count }, () => events.faultOn(of("listOrders")));
}
/** The numbers of the lists that a fault affects. */
const affected = (fault: Fault, count = 12): number[] =>
  lists([{ status: 503, ...fault }], count).flatMap((effect, index) =>
    effect === undefined ? [] : [index + 1],
  );

test("conditions count the calls of the fault's operations, and all must hold", () => {
  expect(affected({ nth: 3 })).toEqual([3]);
  expect(affected({ every: 4 })).toEqual([4, 8, 12]);
  expect(affected({ after: 9 })).toEqual([10, 11, 12]);
  expect(affected({ after: 2, every: 3 })).toEqual([5, 8, 11]);
  expect(affected({ times: 2 })).toEqual([1, 2]);
  expect(affected({ after: 5, times: 2, every: 2 })).toEqual([7, 9]);
  expect(affected({ probability: 0 })).toEqual([]);
  expect(affected({ probability: 1, nth: 12 })).toEqual([12]);
  expect(affected({ on: "cancelOrder" })).toEqual([]);
  expect(affected({ on: ["getPet", "listOrders"], nth: 1 })).toEqual([1]);
});

test("the first fault with a status or failure applies, and delays add up", () => {
  const faults = [
    { delay: 5 },
    { nth: 2, status: 503, retryAfter: 1 },
    { delay: 9, fail: "reset" },
  ] as const;
  expect(lists(faults, 2)).toEqual([
    { delayMs: 14, status: undefined, retryAfter: undefined, fail: "reset" },
    { delayMs: 14, status: 503, retryAfter: 1, fail: undefined },
  ]);
  expect(lists([{ status: 503 }], 1)).toMatchObject([{ delayMs: 0, status: 503 }]);
});

test("faults with a number of times take turns, whatever they do", () => {
  const statuses = (faults: readonly Fault[]) =>
    lists(faults, 4).map((effect) => effect && [effect.delayMs, effect.status]);
  const next = { times: 1, status: 503 } as const;
  expect(statuses([next, next])).toEqual([[0, 503], [0, 503], undefined, undefined]);
  expect(statuses([{ times: 1, delay: 4000 }, next])).toEqual([
    [4000, undefined],
    [0, 503],
    undefined,
    undefined,
  ]);
  // One without a number applies as well.
  expect(statuses([{ delay: 7 }, next])).toEqual([
    [7, 503],
    [7, undefined],
    [7, undefined],
    [7, undefined],
  ]);
});

test("a fault that names an order affects the requests for it alone", () => {
  const events = new WorldEvents({ faults: [{ id: "9007199254740993", status: 500 }] }, 1);
  const effects = [9007199254740993n, 9007199254740992n, undefined].map((id) =>
    events.faultOn(of(id === undefined ? "listOrders" : "cancelOrder", id)),
  );
  expect(effects.map((effect) => effect?.status)).toEqual([500, undefined, undefined]);
});

test("a probability holds over many calls, for every seed, and the same calls get the same faults", () => {
  for (const seed of [0, 1, 2, 4_294_967_295])
    for (const probability of [0.05, 0.5, 0.9]) {
      const fault: Fault = { probability, status: 503 };
      const count = lists([fault], 4000, seed).filter((effect) => effect !== undefined).length;
      // Four standard errors of the widest of the three.
      expect(Math.abs(count / 4000 - probability)).toBeLessThan(0.032);
      expect(lists([fault], 100, seed)).toEqual(lists([fault], 100, seed));
    }
  expect(lists([{ probability: 0.5, status: 503 }], 50, 1)).not.toEqual(
    lists([{ probability: 0.5, status: 503 }], 50, 2),
  );
});

test("a fault does not depend on calls of other operations", () => {
  const operations = fc.constantFrom<OperationId>("listOrders", "cancelOrder", "getPet");
  fc.assert(
    fc.property(fc.array(operations, { maxLength: 60 }), fc.nat(), (calls, seed) => {
      const fault: Fault = { on: "cancelOrder", probability: 0.5, delay: [1, 1000] };
      const mixed = new WorldEvents(
        { faults: [fault, { on: "listOrders", probability: 0.5, status: 500 }] },
        seed,
      );
      const alone = new WorldEvents({ faults: [fault] }, seed);
      for (const operation of calls) {
        const effect = mixed.faultOn(of(operation));
        if (operation === "cancelOrder") expect(effect).toEqual(alone.faultOn(of(operation)));
      }
    }),
  );
});
