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

test("conditions count the calls of the fault's operations, and all must hold", () => {
  for (const [fault, affected] of [
    [{ nth: 3 }, [3]],
    [{ every: 4 }, [4, 8, 12]],
    [{ after: 9 }, [10, 11, 12]],
    [{ times: 2 }, [1, 2]],
    [{ after: 5, times: 2, every: 2 }, [7, 9]],
    [{ probability: 1, nth: 12 }, [12]],
    [{ on: ["getPet", "listOrders"], nth: 1 }, [1]],
  ] as const) {
    const effects = lists([{ status: 503, ...fault }], 12);
    const found = effects.flatMap((effect, at) => (effect === undefined ? [] : [at + 1]));
    expect(found, JSON.stringify(fault)).toEqual(affected);
  }
});

test("the first fault with a status or failure applies, delays add up, and those with a number of times take turns", () => {
  const none = { status: undefined, retryAfter: undefined, fail: undefined };
  const together: Fault[] = [
    { delay: 5 },
    { nth: 2, status: 503, retryAfter: 1 },
    { delay: 9, fail: "reset" },
  ];
  expect(lists(together, 2)).toEqual([
    { ...none, delayMs: 14, fail: "reset" },
    { ...none, delayMs: 14, status: 503, retryAfter: 1 },
  ]);
  const inTurn: Fault[] = [
    { times: 1, delay: 4000 },
    { times: 1, status: 503 },
  ];
  expect(lists(inTurn, 3)).toEqual([
    { ...none, delayMs: 4000 },
    { ...none, delayMs: 0, status: 503 },
    undefined,
  ]);
});

test("a fault that names an order affects the requests for it alone", () => {
  const events = new WorldEvents({ faults: [{ id: "9007199254740993", status: 500 }] }, 1);
  expect(events.faultOn(of("cancelOrder", 9007199254740993n))?.status).toBe(500);
  expect(events.faultOn(of("cancelOrder", 9007199254740992n))).toBe(undefined);
  expect(events.faultOn(of("listOrders"))).toBe(undefined);
});

test("a probability holds over many calls, and draws the same whatever other calls there are", () => {
  const fault: Fault = { on: "listOrders", probability: 0.5, status: 503 };
  for (const seed of [0, 4_294_967_295]) {
    const count = lists([fault], 4000, seed).filter((effect) => effect !== undefined).length;
    // Four standard errors.
    expect(Math.abs(count / 4000 - 0.5)).toBeLessThan(0.032);
  }
  const drawn = lists([fault], 50);
  expect(lists([fault], 50, 2)).not.toEqual(drawn);
  const other: Fault = { on: "getPet", probability: 0.5, status: 500 };
  const mixed = new WorldEvents({ faults: [other, fault] }, 1);
  for (const effect of drawn) {
    mixed.faultOn(of("getPet"));
    expect(mixed.faultOn(of("listOrders"))).toEqual(effect);
  }
});
