/** A mock service: its keys, its worlds, and its answers to what the contract leaves open. */

import { MAX_ORDERS, MAX_SEED } from "../../scenarios/limits.ts";
import {
  asOneScenario,
  asScenario,
  baseOf,
  isScenarioFile,
  ownOrNamed,
  type ScenarioChoice,
  scenarioNamed,
} from "../../scenarios/load.ts";
import { dayOf } from "../../scenarios/relative-dates.ts";
import type { LoadedScenario, ScenarioSize } from "../../scenarios/scenario.ts";
import type { Answers } from "../../spec/clauses/index.ts";
import { checkNames, checkNumber, usableKey } from "../../spec/errors/checks.ts";
import { inputError } from "../../spec/errors/inputs.ts";
import { onDay, templateMaker, type WorldTemplate } from "./world-template.ts";
import { createWorlds } from "./worlds.ts";

export const DEFAULT_KEY = "demo-key";
export const DEFAULT_WORLDS = 1000;
export const MAX_WORLDS = 1_000_000;

export interface ServiceOptions {
  /**
   * The name of a ready-made scenario, a YAML file such as `./mine.yaml`, both as
   * `./mine.yaml+slow`, or an object with the content of such a file; or a list of these, of which
   * the first provides the orders. Default: `default`.
   */
  readonly scenario?: ScenarioChoice | undefined;
  /** Replaces the scenario's seed. */
  readonly seed?: number | undefined;
  /** Replaces the scenario's number of orders. */
  readonly orders?: number | undefined;
  /**
   * The valid API keys. Default: `demo-key`. A key with a dot and a name, such as `demo-key.w1`,
   * opens an isolated world.
   */
  readonly apiKeys?: readonly string[] | undefined;
  /** Maximum number of worlds in addition to the main one; 0 for none. Default: 1000. */
  readonly worlds?: number | undefined;
  /** Answers to open questions, which override the scenario's. */
  readonly answers?: Partial<Answers> | undefined;
  /** Called with the name of each world that is deleted because there are too many. */
  readonly onEvict?: ((name: string) => void) | undefined;
  /**
   * The current time in milliseconds since 1970. Default: `Date.now`. With a store, the store's
   * time is always used.
   */
  readonly now?: (() => number) | undefined;
}

const SERVICE_OPTIONS = "scenario seed orders apiKeys worlds answers onEvict now";

/**
 * Throws a UserError for an unknown name or scenario, a key that is invalid in a header, or a
 * number out of range. `more` lists the names of further options.
 */
export function checkOptions(options: ServiceOptions, owner: string, more = ""): void {
  checkNames(owner, options, `${SERVICE_OPTIONS} ${more}`.trim());
  const { scenario = "default", apiKeys = [DEFAULT_KEY], seed, orders, worlds } = options;
  if (typeof scenario === "string" && !isScenarioFile(scenario)) scenarioNamed(scenario);
  if (apiKeys.length === 0)
    throw inputError("bad-key", { source: "apiKeys", problem: "there is none" });
  for (const key of apiKeys) usableKey(key, "apiKeys");
  checkNumber("seed", seed, MAX_SEED);
  checkNumber("orders", orders, MAX_ORDERS);
  checkNumber("worlds", worlds, MAX_WORLDS);
}

export type Service = Awaited<ReturnType<typeof createService>>;

/** The options of a service, and what its server adds. */
export interface ServiceSetting extends ServiceOptions {
  /** True if other mocks have the same worlds. */
  readonly isShared?: boolean | undefined;
  /** Called when a world gets its first fault that may reset a connection. */
  readonly onMayReset?: (() => void) | undefined;
}

/** The options must have been checked by {@link checkOptions}. */
export async function createService({
  scenario: wanted = "default",
  answers = {},
  // Look up Date.now at each call, because a test may install a fake clock and remove it.
  now = () => Date.now(),
  apiKeys = [DEFAULT_KEY],
  worlds: maxWorlds = DEFAULT_WORLDS,
  onEvict,
  isShared = false,
  onMayReset = () => {},
  ...size
}: ServiceSetting = {}) {
  const today = (): number => dayOf(now());
  const templateOf = templateMaker(answers);
  let template = await templateOf(await asScenario(await asOneScenario(wanted)), today(), size);
  const templateNow = (): WorldTemplate => {
    template = onDay(template, today());
    return template;
  };
  const worlds = createWorlds(templateNow, { apiKeys, maxWorlds, onEvict, now, onMayReset });
  return {
    /** The start of new worlds and of resets. */
    get template(): WorldTemplate {
      return template;
    },
    templateNow,
    apiKeys,
    /** The world of every key without a name. */
    main: worlds.main,
    worlds,
    now,
    /** True if other mocks have the same worlds. */
    isShared,
    /**
     * Returns the template of a scenario, by default of the current one. `day` is today by default.
     * Throws a UserError for an unknown name and for a file with a mistake.
     */
    templateFor: async (
      scenario: string | LoadedScenario | undefined,
      { day = today(), ...start }: ScenarioSize & { readonly day?: number } = {},
    ): Promise<WorldTemplate> => {
      const own = template.scenario;
      const wanted =
        typeof scenario === "string"
          ? await asScenario(ownOrNamed(scenario, own))
          : (scenario ?? own);
      // Keep the size if only the trouble laid over the orders changes.
      const usual = baseOf(wanted) === baseOf(own) ? size : {};
      return templateOf(wanted, day, {
        seed: start.seed ?? usual.seed,
        orders: start.orders ?? usual.orders,
      });
    },
    /** Changes the scenario and resets the worlds that have the current one. */
    useScenario: async (scenario: LoadedScenario): Promise<void> => {
      const before = template.scenario;
      template = await templateOf(scenario, today(), size);
      for (const world of worlds.all())
        if (world.template.scenario === before) world.reset(template);
    },
  };
}
