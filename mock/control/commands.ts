/** The operations of the control API on one world, as plain data, without HTTP. */
import { asOneScenario, ownOrNamed, type ScenarioChoice } from "../../scenarios/load.ts";
import {
  type CurrentState,
  MAX_ORDERS,
  MAX_SEED,
  type Scenario,
  type ScenarioSize,
  scenarioText,
} from "../../scenarios/scenario.ts";
import { checkNames } from "../../spec/errors/checks.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import type { OrderEntry } from "../service/order-store.ts";
import { checkNumber, type Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import type { WorldTemplate } from "../service/world-template.ts";

export interface PageOptions {
  readonly offset: number;
  readonly limit: number;
  readonly state?: CurrentState | undefined;
}

/** A page of the orders that are in a state, or of all, with what the world is: JSON text. */
export function stateText(world: World, { offset, limit, state }: PageOptions): string {
  const { name, calls, faults, store, template } = world;
  const counts = store.counts();
  const listed = state === undefined ? store.table.orders.length : counts[state];
  const { seed, scenario, events } = template;
  const { ships, lists, firstListAt } = world.events.progress;
  const head = {
    world: name,
    scenario: scenario.name,
    seed,
    counts,
    calls,
    listed,
    offset,
    faults,
    ships,
    ...(events.key && { key: events.key }),
    lists,
    firstListAt: lists === 0 ? null : new Date(firstListAt).toISOString(),
  };
  const entries = limit === 0 ? [] : store.entries(offset, limit, state);
  return `${stringifyJson(head).slice(0, -1)},"orders":[${entries.map(entryText).join(",")}]}`;
}

/** An order with its hidden state, as JSON text. */
export function entryText({ id, state, order }: OrderEntry): string {
  return `{"id":${id === undefined ? "null" : `"${id}"`},"state":"${state}","order":${order}}`;
}

/** Replacements of the values that the mock was started with. */
export interface ResetOptions extends ScenarioSize {
  /**
   * A name, a YAML file, what `parseScenario` has returned, or a list: the orders of the first, and what goes wrong in all of them.
   * Default: the scenario that the mock was started with.
   */
  readonly scenario?: ScenarioChoice | undefined;
}

/** A reset to one scenario, without a list of them. */
export interface SingleReset extends ScenarioSize {
  readonly scenario?: string | Scenario | undefined;
}

/** The start of a world, as data that JSON keeps: also the body of `POST reset`. */
export interface WorldStart extends ScenarioSize {
  /** The name of the scenario. */
  readonly scenario?: string | undefined;
  /** The scenario itself, unless its name is enough. */
  readonly text?: string | undefined;
}

/** `isKnown` tells whether the name of a scenario is enough. */
export function startOf(
  { scenario, ...size }: SingleReset,
  isKnown: (scenario: Scenario) => boolean,
): WorldStart {
  if (typeof scenario !== "object") return { scenario, ...size };
  return {
    scenario: scenario.name,
    ...(!isKnown(scenario) && { text: scenarioText(scenario) }),
    ...size,
  };
}

/** Throws a UserError for what no world of this service can start from. */
export async function templateOf(
  service: Service,
  { scenario, text, ...size }: WorldStart,
): Promise<WorldTemplate> {
  if (text === undefined) return service.templateFor(scenario, size);
  // Loaded on demand: a page starts without the YAML parser.
  const { parseScenarioText } = await import("../../scenarios/parse.ts");
  return service.templateFor(parseScenarioText(text, scenario ?? "scenario"), size);
}

/** Throws a UserError. */
export function checkReset(options: ResetOptions): void {
  checkNames("reset", options, "scenario seed orders");
  checkNumber("seed", options.seed, MAX_SEED);
  checkNumber("orders", options.orders, MAX_ORDERS);
}

/** The last reset of each world: many orders take a while to make, and resets take effect in the order of their calls. */
const resets = new WeakMap<World, Promise<unknown>>();

/** Throws a UserError for an unknown scenario. The world's own one, which may be from a file, is known by its name. */
export async function resetWorld(
  service: Service,
  world: World,
  options: ResetOptions = {},
): Promise<void> {
  checkReset(options);
  const { scenario, ...size } = options;
  await restart(world, async () => {
    const wanted = scenario === undefined ? undefined : await asOneScenario(scenario);
    const own = typeof wanted === "string" ? ownOrNamed(wanted, world.template.scenario) : wanted;
    const template = await service.templateFor(own, size);
    return () => world.reset(template);
  });
}

/** `prepare` resolves with what takes effect. */
export async function restart(world: World, prepare: () => Promise<() => void>): Promise<void> {
  const before = resets.get(world);
  const reset = (async () => {
    const takeEffect = await prepare();
    await before?.catch(() => {});
    takeEffect();
  })();
  resets.set(world, reset);
  await reset;
}
