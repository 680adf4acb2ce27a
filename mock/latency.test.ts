import { expect, test } from "playwright/test";
import { Faults } from "./faults.ts";
import { latencyFaults } from "./latency.ts";

test("a thousand calls wait as the percentiles say", () => {
  const faults = new Faults(latencyFaults({ listOrders: { p50: 40, p90: 200, p99: 1000 } }), 1);
  const waits = Array.from({ length: 1000 }, () => faults.meet("listOrders")?.delayMs ?? 0).toSorted((a, b) => a - b);
  const within = (ms: number): number => waits.filter((wait) => wait <= ms).length;
  expect(waits[0]).toBeGreaterThanOrEqual(20);
  expect(Math.abs(within(40) - 500)).toBeLessThan(50);
  expect(Math.abs(within(200) - 900)).toBeLessThan(30);
  expect(within(1000)).toBe(1000);
  expect(faults.meet("cancelOrder")).toBe(undefined);
});

test("an operation that is as quick as the mock waits for nothing", () => {
  expect(latencyFaults({ getPet: { p50: 1, p90: 2, p99: 30 } })).toEqual([]);
});
