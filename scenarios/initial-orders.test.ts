import { expect, test } from "playwright/test";
import { generateScenarioOrders, initialOrders, scenarioOrders } from "./initial-orders.ts";
import { scenarios } from "./load.ts";
import type { Scenario } from "./scenario.ts";

const standard = scenarios.default as Scenario;

test("the prepared orders of the default scenario are those that its seed generates", async () => {
  const { seed, orders } = standard;
  expect(await scenarioOrders(standard)).toEqual([
    ...(await generateScenarioOrders(standard, seed, orders.count)),
  ]);
});

test("only the unchanged default scenario uses the prepared orders", async () => {
  const ready = await initialOrders(standard);
  expect(await initialOrders(standard, { seed: 1, orders: 50 })).toBe(ready);
  expect([...(await initialOrders(standard, { seed: 2 }))]).not.toEqual(ready);
  expect([
    ...(await initialOrders({ ...standard, orders: { ...standard.orders, pending: 1 } })),
  ]).not.toEqual(ready);
});

test("listed and generated orders are sorted by id, those without an id come last", async () => {
  const list = [{}, { id: 9223372036854775807n }, { id: -4n }, { id: 30n }].map(
    (order) => ({ order, state: "pending" }) as const,
  );
  const ids = (
    await scenarioOrders({ ...standard, orders: { count: 30, pending: 0.5, list } })
  ).map(({ order }) => order.id);
  expect(ids).toHaveLength(30);
  expect(ids[0]).toBe(-4n);
  expect(ids.slice(-2)).toEqual([9223372036854775807n, undefined]);
  expect(ids.filter((id) => id === 30n)).toHaveLength(1);
  expect(ids.slice(0, -1)).toEqual(ids.slice(0, -1).toSorted((a, b) => (a! < b! ? -1 : 1)));
});
