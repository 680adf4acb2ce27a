/** The operations of the control API on one world, as plain data, without HTTP. */

import { type CurrentState, MAX_ORDERS, MAX_SEED } from "../../scenarios/limits.ts";
import { asOneScenario, ownOrNamed, type ScenarioChoice } from "../../scenarios/load.ts";
import type { ScenarioSize } from "../../scenarios/scenario.ts";
import { checkNames } from "../../spec/errors/checks.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import type { OrderEntry } from "../service/order-store.ts";
import { checkNumber, type Service } from "../service/service.ts";
import type { World } from "../service/world.ts";

/** A page of the orders that are in a state, or of all, with what the world is: JSON text. */
export function stateText(world: World, limit: number, offset = 0, state?: CurrentState): string {
  const { name, calls, events, store, template } = world;
  const counts = store.counts();
  const listed = state === undefined ? store.table.orders.length : counts[state];
  const { seed, scenario } = template;
  const { lists, firstListAt } = events.progress;
  const head = {
    world: name,
    scenario: scenario.name,
    seed,
    counts,
    calls,
    listed,
    offset,
    ...events.progress,
    ...(scenario.key && { key: scenario.key }),
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
   * A name, a YAML file, a scenario itself, or a list: the orders of the first, and what goes wrong in all of them.
   * Default: the scenario that the mock was started with.
   */
  readonly scenario?: ScenarioChoice | undefined;
}

/** Lets a change of a world take effect: at once, or as soon as a store has it. */
export type Commit = (change: () => void) => void | Promise<void>;

/** The last reset of each world: many orders take a while to make, and resets take effect in the order of their calls. */
const resets = new WeakMap<World, Promise<unknown>>();

/** Throws a UserError for an unknown scenario. The world's own one, which may be from a file, is known by its name. */
export async function resetWorld(
  service: Service,
  world: World,
  options: ResetOptions = {},
  commit?: Commit,
): Promise<void> {
  checkNames("reset", options, "scenario seed orders");
  checkNumber("seed", options.seed, MAX_SEED);
  checkNumber("orders", options.orders, MAX_ORDERS);
  const { scenario, ...size } = options;
  const prepare = async () => {
    const wanted = scenario === undefined ? undefined : await asOneScenario(scenario);
    const own = typeof wanted === "string" ? ownOrNamed(wanted, world.template.scenario) : wanted;
    const template = await service.templateFor(own, size);
    return () => world.reset(template);
  };
  await restart(world, prepare, commit);
}

/** Goes on from a document. Throws a UserError for one that is not sound as a whole. */
export async function restoreWorld(
  service: Service,
  world: World,
  document: string,
  commit?: Commit,
): Promise<void> {
  const prepare = async () => {
    // Loaded on demand: a page starts without the schemas.
    const { openDocument } = await import("./open-document.ts");
    const { template, changes } = await openDocument(service, document, "mark");
    return () => {
      world.reset(template);
      world.restore(changes);
    };
  };
  await restart(world, prepare, commit);
}

/** `prepare` resolves with what takes effect. */
async function restart(
  world: World,
  prepare: () => Promise<() => void>,
  commit: Commit = (change) => change(),
): Promise<void> {
  const before = resets.get(world);
  const reset = (async () => {
    const change = await prepare();
    await before?.catch(() => {});
    await commit(change);
  })();
  resets.set(world, reset);
  await reset;
}
