/** Calls to a world in the same process that nobody awaits. */
import { expect, test } from "playwright/test";
import { createWorld } from "../msw/handlers.ts";

test("calls act in their order with what they were given, while the first of them still loads something", async () => {
  const world = createWorld({ scenario: "empty" });
  const order = { id: "600", quantity: 1 };
  const fault = { status: 503 };
  const calls = [
    world.add(order),
    world.fault(fault),
    world.ship("600", { afterSeconds: 9 }),
    world.cancel("600"),
    world.removeFault(1),
    world.add({ id: "601" }),
    world.ship("601"),
  ];
  const state = world.state();
  const reset = world.reset();
  order.quantity = 2;
  fault.status = 200;

  await Promise.all(calls);
  expect(await state).toMatchObject({
    counts: { pending: 0, shipped: 1, cancelled: 1 },
    faults: [],
    orders: [{ order: { quantity: 1 } }, { state: "shipped" }],
  });
  await reset;
  expect(await world.list()).toEqual([]);
});

test("answers are laid over the scenario of the reset before them", async () => {
  const world = createWorld();
  const reset = world.reset({ scenario: "all-shipped" });
  await Promise.all([reset, world.update({ answers: { head: "refused" } })]);
  const { scenario, counts } = await world.state();
  expect([scenario, counts.shipped]).toEqual(["all-shipped+answers", 30]);
});
