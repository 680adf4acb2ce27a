/** A mock service: the keys that open it, the world behind them, and how it answers where the contract is silent. */

import { scenarioNamed } from "../scenarios/ready-made.ts";
import { type Scenario, scenarioOrders } from "../scenarios/scenario.ts";
import { type Answers, DEFAULT_ANSWERS } from "../spec/clauses/index.ts";
import { PROBLEMS } from "../spec/problems.ts";
import { EMPTY_PROFILE, type Profile } from "../spec/profile-shape.ts";
import { prepareReplies, type Replies } from "./replies.ts";
import { plantSeed } from "./seed.ts";
import { World } from "./store.ts";

export const DEFAULT_KEY = "demo-key";

export interface ServiceOptions {
  /** A ready-made scenario by name, or one of your own; `default` by default. */
  readonly scenario?: string | Scenario | undefined;
  /** Instead of the scenario's seed. */
  readonly seed?: number | undefined;
  /** Instead of the scenario's number of orders. */
  readonly orders?: number | undefined;
  /** Keys that open the service; `demo-key` by default. */
  readonly apiKeys?: readonly string[] | undefined;
  /** How a deployment answers where the contract is silent; over the scenario's answers. */
  readonly profile?: Profile | undefined;
  /** Answers to silences, over those of the scenario and of the profile. */
  readonly answers?: Partial<Answers> | undefined;
}

/** A world and the calls with a good key that it has had. */
export interface Session {
  readonly world: World;
  calls: number;
}

export interface Service {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly apiKeys: readonly string[];
  readonly answers: Answers;
  readonly replies: Replies;
  /** Behind every key of the list. */
  readonly main: Session;
  /** The session that a bearer token opens, compared whole and letter by letter. */
  lookupKey(token: string): Session | undefined;
}

/** Throws a UserError for an unknown scenario or a key that no header can carry. */
export async function createService(options: ServiceOptions = {}): Promise<Service> {
  const { scenario: wanted = "default" } = options;
  const scenario = typeof wanted === "string" ? scenarioNamed(wanted) : wanted;
  const apiKeys = usableKeys(options.apiKeys ?? [DEFAULT_KEY], "apiKeys");
  const { profile = EMPTY_PROFILE } = options;
  const answers: Answers = { ...DEFAULT_ANSWERS, ...scenario.answers, ...profile.answers, ...options.answers };
  const seed = plantSeed(await scenarioOrders(scenario, options), answers, profile.order);
  const main: Session = { world: new World(seed, answers), calls: 0 };
  const sessions = new Map(apiKeys.map((key) => [key, main]));
  return {
    scenario,
    seed: options.seed ?? scenario.seed,
    apiKeys,
    answers,
    replies: prepareReplies(answers, profile.replies),
    main,
    lookupKey: (token) => sessions.get(token),
  };
}

/** The keys, if a header can carry them; `source` is where they come from. Throws a UserError. */
export function usableKeys(keys: readonly string[], source: string): readonly string[] {
  if (keys.length === 0 || !keys.every((key) => /^[\x21-\x7e]+$/.test(key))) throw PROBLEMS.badKey(source);
  return keys;
}
