/** The orders a scenario starts with: first the listed ones, then generated ones. */
import { generateOrders, type Order, type Orders } from "../fixtures/orders.ts";
import { DEFAULT_ORDERS } from "./generated/default-orders.ts";
import { SCENARIOS } from "./generated/scenarios.ts";
import type { CurrentState } from "./limits.ts";
import { asScenario } from "./load.ts";
import { dayOf, noonOf, type RelativeDates, relativeDatesIn, withDates } from "./relative-dates.ts";
import type { LoadedScenario, Scenario, ScenarioSize } from "./scenario.ts";

/** An order a world starts with. */
export interface ListedOrder {
  readonly order: Order;
  readonly state: CurrentState;
  readonly dates?: RelativeDates | undefined;
}

export type ListedOrders = Orders<ListedOrder>;

/**
 * Returns the orders of a world that starts on this day (days since 1970); relative dates count
 * from it.
 */
export type OrdersOfDay = (day: number) => ListedOrders;

/**
 * Returns the orders a scenario starts with today, by ascending id; those without an id come last.
 * An exact list comes first, unchanged. Throws a UserError if the scenario has a mistake.
 */
export async function scenarioOrders(
  scenario: Scenario,
  size: ScenarioSize = {},
): Promise<ListedOrder[]> {
  const ordersOf = await initialOrders(await asScenario(scenario), size);
  return [...ordersOf(dayOf(Date.now()))];
}

/**
 * Like scenarioOrders, but lazily. The default scenario's orders are generated at build time, so
 * that it starts without faker.
 */
export async function initialOrders(
  scenario: LoadedScenario,
  { seed = scenario.seed, orders: count = scenario.orders.count }: ScenarioSize = {},
): Promise<OrdersOfDay> {
  const isReady =
    scenario.orders === SCENARIOS.default.orders &&
    seed === scenario.seed &&
    count === DEFAULT_ORDERS.length;
  return isReady ? () => DEFAULT_ORDERS : generateScenarioOrders(scenario, seed, count);
}

/** Returns the listed orders, and generated ones up to `count`. */
export async function generateScenarioOrders(
  scenario: LoadedScenario,
  seed: number,
  count: number,
): Promise<OrdersOfDay> {
  const { pending, exact = false, list } = scenario.orders;
  const listed = list.slice(0, count);
  const taken = new Set(listed.flatMap(({ id }) => id ?? []));
  const generated = await generateOrders({ seed, count: count - listed.length, pending, taken });
  return (day) => {
    if (listed.length === 0) return generated;
    const dated = listed.map(({ state, ...order }) => {
      const dates = relativeDatesIn(order);
      return { order: withDates(order, noonOf(day)), state, ...(dates && { dates }) };
    });
    if (exact) return [...dated, ...generated];
    dated.sort((a, b) => compareIds(a.order.id, b.order.id));
    return { length: count, [Symbol.iterator]: () => merge(generated, dated) };
  };
}

/** Merges two sequences sorted by ascending id. */
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
