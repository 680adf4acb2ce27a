/** What a scenario is: the orders that a world starts with, what happens to them, and how the mock answers where the contract is silent. */
import { drawOrders, type OrderInState, type Orders } from "../fixtures/orders.ts";
import type { Answers } from "../spec/clauses/index.ts";
import { DEFAULT_ORDERS } from "./generated/default-orders.ts";
import { SCENARIOS } from "./generated/scenarios.ts";
import type { Troubles } from "./troubles.ts";

/** The most orders that one can ask for: their list is then about 1 GB. */
export const MOST_ORDERS = 10_000_000;
export const GREATEST_SEED = 2 ** 32 - 1;

export interface Scenario extends Troubles {
  /** One word, or the file's name for a scenario of the user. */
  readonly name: string;
  /** One sentence for lists. */
  readonly description: string;
  /** Seeds the generated orders. */
  readonly seed: number;
  readonly orders: {
    /** How many orders there are in all: those of the list, then as many generated ones as are missing. */
    readonly count: number;
    /** The share of the generated ones that is pending, from 0 to 1. */
    readonly pending: number;
    /** Orders written out, each with exactly the fields that it was written with. */
    readonly list: readonly OrderInState[];
  };
  /** Answers to silences that differ from the mock's defaults. */
  readonly answers: Partial<Answers>;
}

/** The seed and the number of orders that a command line or a caller asks for instead of the scenario's. */
export interface ScenarioSize {
  readonly seed?: number | undefined;
  readonly orders?: number | undefined;
}

/** The orders that a scenario starts with, those that have an id in ascending order of it. */
export async function scenarioOrders(scenario: Scenario, size: ScenarioSize = {}): Promise<OrderInState[]> {
  return [...(await startingOrders(scenario, size))];
}

/** The same orders, one after the other. Those of the default scenario lie ready: no start waits for faker. */
export async function startingOrders(scenario: Scenario, size: ScenarioSize = {}): Promise<Orders> {
  const { seed = scenario.seed, orders: count = scenario.orders.count } = size;
  if (scenario === SCENARIOS.default && seed === scenario.seed && count === DEFAULT_ORDERS.length)
    return DEFAULT_ORDERS;
  return deriveOrders(scenario, seed, count);
}

/** The orders written out and as many drawn ones as are missing. */
export async function deriveOrders(scenario: Scenario, seed: number, count: number): Promise<Orders> {
  const list = scenario.orders.list.slice(0, count).sort((a, b) => compareIds(a.order.id, b.order.id));
  const taken = new Set(list.flatMap(({ order }) => (order.id === undefined ? [] : [order.id])));
  const { pending } = scenario.orders;
  const drawn = await drawOrders({ seed, count: count - list.length, pending, taken });
  return list.length === 0 ? drawn : { length: count, [Symbol.iterator]: () => merge(drawn, list) };
}

/** Both come by ascending id. */
function* merge(drawn: Orders, list: readonly OrderInState[]): Generator<OrderInState> {
  let next = 0;
  for (const one of drawn) {
    while (next < list.length && compareIds(list[next]!.order.id, one.order.id) < 0) yield list[next++]!;
    yield one;
  }
  yield* list.slice(next);
}

/** Orders without an id come last. */
function compareIds(a: bigint | undefined, b: bigint | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
