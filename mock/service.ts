/** A mock service: the keys that open it, the worlds behind them, and how it answers where the contract is silent. */

import { scenarioNamed } from "../scenarios/ready-made.ts";
import { GREATEST_SEED, MOST_ORDERS, type Scenario, type ScenarioSize } from "../scenarios/scenario.ts";
import { faultOfKey } from "../spec/api-key.ts";
import type { Answers } from "../spec/clauses/index.ts";
import { PROBLEMS } from "../spec/problems.ts";
import { EMPTY_PROFILE, type Profile } from "../spec/profile-shape.ts";
import type { Session } from "./session.ts";
import { type Stage, Stages } from "./stage.ts";
import { DEFAULT_WORLDS, Worlds } from "./worlds.ts";

export const DEFAULT_KEY = "demo-key";
export const MOST_WORLDS = 1_000_000;

export interface ServiceOptions {
  /** A ready-made scenario by name, or one of your own; `default` by default. */
  readonly scenario?: string | Scenario | undefined;
  /** Instead of the scenario's seed. */
  readonly seed?: number | undefined;
  /** Instead of the scenario's number of orders. */
  readonly orders?: number | undefined;
  /** Keys that open the service; `demo-key` by default. Each opens worlds of their own too, as `demo-key.anything`. */
  readonly apiKeys?: readonly string[] | undefined;
  /** How many worlds there may be beside the main one, 1000 by default; 0 for none. */
  readonly worlds?: number | undefined;
  /** How a deployment answers where the contract is silent; over the scenario's answers. */
  readonly profile?: Profile | undefined;
  /** Answers to silences, over those of the scenario and of the profile. */
  readonly answers?: Partial<Answers> | undefined;
  /** Told of each world that had to go because there were too many. */
  readonly onEvict?: ((name: string) => void) | undefined;
  /** Milliseconds since 1970, for orders that ship after a time; the clock by default. */
  readonly now?: (() => number) | undefined;
}

export interface Service {
  /** What it was started with: new worlds begin with it, and every world that is reset to nothing else. */
  readonly stage: Stage;
  readonly apiKeys: readonly string[];
  /** Behind every key of the list. */
  readonly main: Session;
  readonly worlds: Worlds;
  readonly now: () => number;
  /** The stage of a scenario, or of the own one at another size. Throws a UserError for an unknown name. */
  stageOf(scenario: string | Scenario | undefined, size: ScenarioSize): Promise<Stage>;
  /** Starts over with another scenario: the worlds that stand on the one until now begin anew. */
  restage(scenario: Scenario): Promise<void>;
}

/** Throws a UserError for an unknown scenario, a key that no header can carry, and a number that cannot be. */
export function checkOptions({ scenario = "default", apiKeys = [DEFAULT_KEY], seed, orders, worlds }: ServiceOptions) {
  scenarioOf(scenario);
  usableKeys(apiKeys, "apiKeys");
  checkNumber("seed", seed, GREATEST_SEED);
  checkNumber("orders", orders, MOST_ORDERS);
  checkNumber("worlds", worlds, MOST_WORLDS);
}

/** An option that is an integer from 0 to the greatest; undefined is left to the default. */
export function checkNumber(name: string, value: number | undefined, greatest: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 0 && value <= greatest)) return;
  throw PROBLEMS.badValue(name, String(value), `an integer from 0 to ${greatest}`);
}

/** Throws the UserErrors of {@link checkOptions}. */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  checkOptions(options);
  const { scenario: wanted = "default", profile = EMPTY_PROFILE, answers = {}, now = Date.now } = options;
  const { apiKeys = [DEFAULT_KEY] } = options;
  const stages = new Stages(profile, answers);
  const stage = await stages.open(scenarioOf(wanted), options);
  const most = options.worlds ?? DEFAULT_WORLDS;
  const worlds = new Worlds(stage, { apiKeys, most, onEvict: options.onEvict, now });
  return {
    get stage() {
      return worlds.stage;
    },
    apiKeys,
    main: worlds.main,
    worlds,
    now,
    stageOf: (scenario, size) => {
      const own = worlds.stage.scenario;
      // The own one by its name too: it may be from a file.
      if (scenario !== undefined) return stages.open(scenario === own.name ? own : scenarioOf(scenario), size);
      const { seed = options.seed, orders = options.orders } = size;
      return stages.open(own, { seed, orders });
    },
    restage: async (scenario) => {
      const before = worlds.stage.scenario;
      worlds.stage = await stages.open(scenario, options);
      for (const session of worlds.all()) if (session.stage.scenario === before) session.reset(worlds.stage);
    },
  };
}

function scenarioOf(scenario: string | Scenario): Scenario {
  return typeof scenario === "string" ? scenarioNamed(scenario) : scenario;
}

/** The keys, if a header can carry them; `source` is where they come from. Throws a UserError. */
export function usableKeys(keys: readonly string[], source: string): readonly string[] {
  const fault = keys.length === 0 ? "there is none" : keys.map(faultOfKey).find((found) => found !== undefined);
  if (fault !== undefined) throw PROBLEMS.badKey(source, fault);
  return keys;
}
