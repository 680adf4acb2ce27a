/** The orders that a scenario starts with: those that it lists, then generated ones. */
import { generateOrders } from "../fixtures/orders.ts";
import { DEFAULT_ORDERS } from "./generated/default-orders.ts";
import { SCENARIOS } from "./generated/scenarios.ts";
import { noonOf, withDates } from "./relative-dates.ts";
import type { ListedOrder, Scenario, ScenarioSize } from "./scenario.ts";

/** Orders that are made on each iteration: 100,000 of them need not be in memory. */
export interface ListedOrders extends Iterable<ListedOrder> {
  readonly length: number;
}

/** The orders that a scenario starts with, by ascending id; those without an id come last. A list that is exact comes first, as it is. */
export async function scenarioOrders(
  scenario: Scenario,
  size: ScenarioSize = {},
): Promise<ListedOrder[]> {
  return [...(await initialOrders(scenario, size))];
}

/** The same orders, lazily. Those of the default scenario are generated at build time, so that it starts without faker. */
export async function initialOrders(
  scenario: Scenario,
  size: ScenarioSize = {},
  now = Date.now(),
): Promise<ListedOrders> {
  const { seed = scenario.seed, orders: count = scenario.orders.count } = size;
  if (
    scenario.orders === SCENARIOS.default.orders &&
    seed === scenario.seed &&
    count === DEFAULT_ORDERS.length
  )
    return DEFAULT_ORDERS;
  return generateScenarioOrders(scenario, seed, count, noonOf(now));
}

/** The listed orders, and generated ones up to `count`. Relative dates are those from `today`, in milliseconds. */
export async function generateScenarioOrders(
  scenario: Scenario,
  seed: number,
  count: number,
  today = noonOf(Date.now()),
): Promise<ListedOrders> {
  const { pending, exact = false } = scenario.orders;
  const list = scenario.orders.list
    .slice(0, count)
    .map(({ order, state }) => ({ order: withDates(order, today), state }));
  const taken = new Set(list.flatMap(({ order }) => (order.id === undefined ? [] : [order.id])));
  const generated = await generateOrders({ seed, count: count - list.length, pending, taken });
  if (list.length === 0) return generated;
  if (exact) return [...list, ...generated];
  list.sort((a, b) => compareIds(a.order.id, b.order.id));
  return { length: count, [Symbol.iterator]: () => merge(generated, list) };
}

/** Merges two sequences that are sorted by ascending id. */
function* merge(
  generated: Iterable<ListedOrder>,
  list: readonly ListedOrder[],
): Generator<ListedOrder> {
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
