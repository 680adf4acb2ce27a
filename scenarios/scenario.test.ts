import { expect, test } from "playwright/test";
import { scenarios } from "./ready-made.ts";
import { deriveOrders, type Scenario, scenarioOrders, startingOrders } from "./scenario.ts";

const standard = scenarios.default as Scenario;

test("the orders of the default scenario that lie ready are those that its seed draws", async () => {
  const { seed, orders } = standard;
  expect(await scenarioOrders(standard)).toEqual([...(await deriveOrders(standard, seed, orders.count))]);
});

test("only the default scenario, as it is, gets them", async () => {
  const ready = await startingOrders(standard);
  expect(await startingOrders(standard, { seed: 1, orders: 50 })).toBe(ready);
  expect([...(await startingOrders(standard, { seed: 2 }))]).not.toEqual(ready);
  expect([...(await startingOrders({ ...standard, orders: { ...standard.orders, pending: 1 } }))]).not.toEqual(ready);
});

test("orders written out stand among the drawn ones by their ids, those without an id last", async () => {
  const list = [{}, { id: 9223372036854775807n }, { id: -4n }, { id: 30n }].map(
    (order) => ({ order, state: "pending" }) as const,
  );
  const ids = (await scenarioOrders({ ...standard, orders: { count: 30, pending: 0.5, list } })).map(
    ({ order }) => order.id,
  );
  expect(ids).toHaveLength(30);
  expect(ids[0]).toBe(-4n);
  expect(ids.slice(-2)).toEqual([9223372036854775807n, undefined]);
  expect(ids.filter((id) => id === 30n)).toHaveLength(1);
  expect(ids.slice(0, -1)).toEqual(ids.slice(0, -1).toSorted((a, b) => (a! < b! ? -1 : 1)));
});
