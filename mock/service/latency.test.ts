import { expect, test } from "playwright/test";
import { EMPTY_PROFILE } from "../../spec/profile/shape.ts";
import { ask } from "../testing/calls.ts";
import { Faults } from "./faults.ts";
import { latencyFaults } from "./latency.ts";
import { createService } from "./service.ts";

test("the delays of 1,000 calls match the percentiles", () => {
  const faults = new Faults(latencyFaults({ listOrders: { p50: 40, p90: 200, p99: 1000 } }), 1);
  const waits = Array.from({ length: 1000 }, () => faults.effectOnCall("listOrders")?.delayMs ?? 0).toSorted(
    (a, b) => a - b,
  );
  const within = (ms: number): number => waits.filter((wait) => wait <= ms).length;
  expect(waits[0]).toBeGreaterThanOrEqual(20);
  expect(Math.abs(within(40) - 500)).toBeLessThan(50);
  expect(Math.abs(within(200) - 900)).toBeLessThan(30);
  expect(within(1000)).toBe(1000);
  expect(faults.effectOnCall("cancelOrder")).toBe(undefined);
});

test("a service has the latency of its profile", async () => {
  const latency = { listOrders: { p50: 40, p90: 200, p99: 1000 } };
  const service = await createService({ profile: { ...EMPTY_PROFILE, latency } });
  expect(ask(service, {}).fault?.delayMs).toBeGreaterThanOrEqual(20);
});

test("an operation that is as fast as the mock has no delay", () => {
  expect(latencyFaults({ getPet: { p50: 1, p90: 2, p99: 30 } })).toEqual([]);
});
