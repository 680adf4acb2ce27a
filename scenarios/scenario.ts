/** What a scenario is: the orders that a world starts with, what happens to them, and how the mock answers where the contract is silent. */
import { createOrders, type OrderInState } from "../fixtures/orders.ts";
import type { Answers } from "../spec/clauses/index.ts";
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
  const { seed = scenario.seed, orders: count = scenario.orders.count } = size;
  const list = scenario.orders.list.slice(0, count);
  const taken = new Set(list.flatMap(({ order }) => (order.id === undefined ? [] : [order.id])));
  const { pending } = scenario.orders;
  const generated = await createOrders({ seed, count: count - list.length, pending, taken });
  if (list.length === 0) return generated;
  return [...generated, ...list].sort((a, b) => compareIds(a.order.id, b.order.id));
}

/** Orders without an id come last. */
function compareIds(a: bigint | undefined, b: bigint | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
