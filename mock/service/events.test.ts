import { expect, test } from "playwright/test";
import type { Fault } from "../../scenarios/scenario.ts";
import type { OperationId } from "../../spec/clauses/index.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import type { FaultEffect } from "../replies/call-and-reply.ts";
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
  expect(affected({ times: 2 })).toEqual([1, 2]);
  expect(affected({ after: 5, times: 2, every: 2 })).toEqual([7, 9]);
  expect(affected({ probability: 1, nth: 12 })).toEqual([12]);
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
});

test("faults with a number of times take turns, whatever they do", () => {
  const statuses = (faults: readonly Fault[]) =>
    lists(faults, 4).map((effect) => effect && [effect.delayMs, effect.status]);
  const next = { times: 1, status: 503 } as const;
  expect(statuses([{ times: 1, delay: 4000 }, next])).toEqual([
    [4000, undefined],
    [0, 503],
    undefined,
    undefined,
  ]);
});

test("a fault that names an order affects the requests for it alone", () => {
  const events = new WorldEvents({ faults: [{ id: "9007199254740993", status: 500 }] }, 1);
  const effects = [9007199254740993n, 9007199254740992n, undefined].map((id) =>
    events.faultOn(of(id === undefined ? "listOrders" : "cancelOrder", id)),
  );
  expect(effects.map((effect) => effect?.status)).toEqual([500, undefined, undefined]);
});

test("a probability holds over many calls, and draws the same whatever other calls there are", () => {
  const fault: Fault = { on: "listOrders", probability: 0.5, status: 503 };
  const draws = (seed: number): (FaultEffect | undefined)[] => lists([fault], 4000, seed);
  for (const seed of [0, 4_294_967_295]) {
    const count = draws(seed).filter((effect) => effect !== undefined).length;
    // Four standard errors.
    expect(Math.abs(count / 4000 - 0.5)).toBeLessThan(0.032);
  }
  expect(draws(1)).not.toEqual(draws(2));
  const other: Fault = { on: "getPet", probability: 0.5, status: 500 };
  const mixed = new WorldEvents({ faults: [other, fault] }, 1);
  for (const effect of lists([fault], 50)) {
    mixed.faultOn(of("getPet"));
    expect(mixed.faultOn(of("listOrders"))).toEqual(effect);
  }
});
