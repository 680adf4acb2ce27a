import { expect, test } from "playwright/test";
import { initialOrders, scenarioOrders } from "./initial-orders.ts";
import { scenarios } from "./load.ts";
import { parseScenario } from "./parse.ts";
import { dayOf } from "./relative-dates.ts";
import type { LoadedScenario } from "./scenario.ts";

const standard = scenarios.default as LoadedScenario;

test("only the unchanged default scenario uses the prepared orders", async () => {
  const ordersOf = async (scenario: LoadedScenario, size = {}) =>
    (await initialOrders(scenario, size))(0);
  const ready = await ordersOf(standard);
  expect(await ordersOf(standard, { seed: 1, orders: 50 })).toBe(ready);
  expect([...(await ordersOf(standard, { seed: 2 }))]).not.toEqual(ready);
  expect(await ordersOf(standard, { orders: 3 })).toHaveLength(3);
  expect(await ordersOf(scenarios.empty!, { orders: 4 })).toHaveLength(4);
  const pending = { ...standard, orders: { ...standard.orders, pending: 1 } };
  expect([...(await ordersOf(pending))]).not.toEqual(ready);
});

test("listed and generated orders are sorted by id, those without an id come last", async () => {
  const list = [{}, { id: 9223372036854775807n }, { id: "-4" }, { id: 30 }];
  const orders = await scenarioOrders({ ...standard, orders: { count: 30, pending: 0.5, list } });
  const ids = orders.map(({ order }) => order.id);
  expect(ids).toHaveLength(30);
  expect(ids[0]).toBe(-4n);
  expect(ids.slice(-2)).toEqual([9223372036854775807n, undefined]);
  expect(ids.filter((id) => id === 30n)).toHaveLength(1);
  expect(ids.slice(0, -1)).toEqual(ids.slice(0, -1).toSorted((a, b) => (a! < b! ? -1 : 1)));
});

test("relative dates are at noon of their day, and those of the demo scenario look true", async () => {
  const now = Date.parse("2026-11-28T23:59:59.5Z");
  const { list } = parseScenario(
    'orders: { list: [{ id: 1, shipDate: "+3d" }, { id: 2, shipDate: "-30d" }] }',
  ).orders;
  const scenario = { ...standard, orders: { count: 2, pending: 0.5, list } };
  const day = dayOf(now);
  const dates = [...(await initialOrders(scenario))(day)].map(({ order }) => order.shipDate);
  expect(dates).toEqual(["2026-12-01T12:00:00Z", "2026-10-29T12:00:00Z"]);
  for (const { order, state } of (await initialOrders(scenarios.demo!))(day)) {
    expect(order.complete).toBe(state === "shipped");
    expect(Date.parse(order.shipDate!) > now).toBe(state === "pending");
  }
});
