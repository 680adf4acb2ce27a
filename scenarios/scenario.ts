/** A scenario: the orders that a world starts with, its events, and how the mock answers where the contract is silent. */
import type { OrderInState } from "../fixtures/orders.ts";
import type { Answers } from "../spec/clauses/index.ts";
import type { ScenarioEvents } from "./events.ts";

/** The list is then about 1 GB. */
export const MAX_ORDERS = 10_000_000;
export const MAX_SEED = 2 ** 32 - 1;

export interface Scenario extends ScenarioEvents {
  /** One word; for a scenario file its name without the extension. */
  readonly name: string;
  /** One sentence, shown where scenarios are listed. */
  readonly description: string;
  /** The seed of generated orders and of random faults. */
  readonly seed: number;
  readonly orders: {
    /** The total number of orders: those of `list`, then generated ones. */
    readonly count: number;
    /** The share of generated orders that are pending, from 0 to 1. */
    readonly pending: number;
    /** Orders given in full, each with exactly the given fields. */
    readonly list: readonly OrderInState[];
  };
  /** Answers to silences, where they differ from the mock's defaults. */
  readonly answers: Partial<Answers>;
}

/** A seed and a number of orders that replace those of the scenario. */
export interface ScenarioSize {
  readonly seed?: number | undefined;
  readonly orders?: number | undefined;
}
