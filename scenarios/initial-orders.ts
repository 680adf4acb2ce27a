/** The orders that a scenario starts with: those that it lists, then generated ones. */
import { generateOrders, type OrderInState, type Orders } from "../fixtures/orders.ts";
import { DEFAULT_ORDERS } from "./generated/default-orders.ts";
import { SCENARIOS } from "./generated/scenarios.ts";
import type { Scenario, ScenarioSize } from "./scenario.ts";

/** The orders that a scenario starts with, by ascending id; those without an id come last. */
export async function scenarioOrders(
  scenario: Scenario,
  size: ScenarioSize = {},
): Promise<OrderInState[]> {
  return [...(await initialOrders(scenario, size))];
}

/** The same orders, lazily. Those of the default scenario are generated at build time, so that it starts without faker. */
export async function initialOrders(scenario: Scenario, size: ScenarioSize = {}): Promise<Orders> {
  const { seed = scenario.seed, orders: count = scenario.orders.count } = size;
  if (
    scenario.orders === SCENARIOS.default.orders &&
    seed === scenario.seed &&
    count === DEFAULT_ORDERS.length
  )
    return DEFAULT_ORDERS;
  return generateScenarioOrders(scenario, seed, count);
}

/** The listed orders, and generated ones up to `count`. */
export async function generateScenarioOrders(
  scenario: Scenario,
  seed: number,
  count: number,
): Promise<Orders> {
  const list = scenario.orders.list
    .slice(0, count)
    .sort((a, b) => compareIds(a.order.id, b.order.id));
  const taken = new Set(list.flatMap(({ order }) => (order.id === undefined ? [] : [order.id])));
  const { pending } = scenario.orders;
  const generated = await generateOrders({ seed, count: count - list.length, pending, taken });
  return list.length === 0
    ? generated
    : { length: count, [Symbol.iterator]: () => merge(generated, list) };
}

/** Merges two sequences that are sorted by ascending id. */
function* merge(generated: Orders, list: readonly OrderInState[]): Generator<OrderInState> {
  let next = 0;
  for (const one of generated) {
    while (next < list.length && compareIds(list[next]!.order.id, one.order.id) < 0)
      yield list[next++]!;
    yield one;
  }
  yield* list.slice(next);
}

/** Orders without an id come last. */
function compareIds(a: bigint | undefined, b: bigint | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
