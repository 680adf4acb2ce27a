import fc from "fast-check";
import { expect, test } from "playwright/test";
import type { Fault } from "../scenarios/troubles.ts";
import type { OperationId } from "../spec/operations.ts";
import { Faults, type Trouble } from "./faults.ts";

/** What becomes of so many lists. */
function lists(faults: readonly Fault[], count: number, seed = 1): (Trouble | undefined)[] {
  const met = new Faults(faults, seed);
  return Array.from({ length: count }, () => met.meet("listOrders"));
}
/** The numbers of those that a fault strikes. */
const struck = (fault: Fault, count = 12): number[] =>
  lists([{ status: 503, ...fault }], count).flatMap((trouble, index) => (trouble === undefined ? [] : [index + 1]));

test("conditions count the calls of a fault's operations, and all of them must hold", () => {
  expect(struck({ nth: 3 })).toEqual([3]);
  expect(struck({ every: 4 })).toEqual([4, 8, 12]);
  expect(struck({ after: 9 })).toEqual([10, 11, 12]);
  expect(struck({ after: 2, every: 3 })).toEqual([5, 8, 11]);
  expect(struck({ times: 2 })).toEqual([1, 2]);
  expect(struck({ after: 5, times: 2, every: 2 })).toEqual([7, 9]);
  expect(struck({ probability: 0 })).toEqual([]);
  expect(struck({ probability: 1, nth: 12 })).toEqual([12]);
  expect(struck({ on: "cancelOrder" })).toEqual([]);
  expect(struck({ on: ["getPet", "listOrders"], nth: 1 })).toEqual([1]);
});

test("calls of other operations are not counted", () => {
  const faults = new Faults([{ on: "cancelOrder", nth: 2, status: 500 }], 1);
  const order: (OperationId | undefined)[] = ["cancelOrder", "listOrders", undefined, "cancelOrder"];
  expect(order.map((operation) => faults.meet(operation)?.status)).toEqual([undefined, undefined, undefined, 500]);
});

test("the first fault that answers decides, and so does the first that delays", () => {
  const faults = [{ delay: 5 }, { nth: 2, status: 503, retryAfter: 1 }, { delay: 9, fail: "reset" }] as const;
  expect(lists(faults, 2)).toEqual([
    { delayMs: 5, status: undefined, retryAfter: undefined, fail: "reset" },
    { delayMs: 5, status: 503, retryAfter: 1, fail: undefined },
  ]);
});

test("a probability is kept in the long run, by every seed, and drawn alike for the same calls", () => {
  for (const seed of [0, 1, 2, 4_294_967_295])
    for (const probability of [0.05, 0.5, 0.9]) {
      const fault: Fault = { probability, status: 503 };
      const count = lists([fault], 4000, seed).filter((trouble) => trouble !== undefined).length;
      // Four standard errors of the widest of the three.
      expect(Math.abs(count / 4000 - probability)).toBeLessThan(0.032);
      expect(lists([fault], 100, seed)).toEqual(lists([fault], 100, seed));
    }
  expect(lists([{ probability: 0.5, status: 503 }], 50, 1)).not.toEqual(
    lists([{ probability: 0.5, status: 503 }], 50, 2),
  );
});

test("delays lie between their limits and use all of the room", () => {
  const delays = lists([{ delay: [100, 200] }], 1000).map((trouble) => trouble!.delayMs);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...delays)).toBeLessThanOrEqual(200);
  expect(Math.min(...delays)).toBeLessThan(105);
  expect(Math.max(...delays)).toBeGreaterThan(195);
});

test("what one fault does never hangs on what calls of other operations do", () => {
  const operations = fc.constantFrom<OperationId>("listOrders", "cancelOrder", "getPet");
  fc.assert(
    fc.property(fc.array(operations, { maxLength: 60 }), fc.nat(), (calls, seed) => {
      const fault: Fault = { on: "cancelOrder", probability: 0.5, delay: [1, 1000] };
      const mixed = new Faults([fault, { on: "listOrders", probability: 0.5, status: 500 }], seed);
      const alone = new Faults([fault], seed);
      for (const operation of calls) {
        const met = mixed.meet(operation);
        if (operation === "cancelOrder") expect(met).toEqual(alone.meet(operation));
      }
    }),
  );
});
