/** The operations of the control API on one world, as plain data, without HTTP. */
import type { NamedScenario } from "../../scenarios/load.ts";
import { MAX_ORDERS, MAX_SEED, type Scenario, type ScenarioSize } from "../../scenarios/scenario.ts";
import { concat } from "../replies/messages.ts";
import type { CurrentState, OrderEntry } from "../service/order-store.ts";
import { checkNames, checkNumber, type Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import { type AnnotatedRequest, annotate } from "./request-notes.ts";

/** A page of orders with their hidden state. */
export interface StatePage {
  readonly world: string;
  readonly scenario: string;
  readonly seed: number;
  readonly counts: Readonly<Record<CurrentState, number>>;
  /** Requests with a valid key since the last reset. */
  readonly calls: number;
  /** The number of orders that match the query. */
  readonly listed: number;
  readonly offset: number;
  readonly entries: readonly OrderEntry[];
}

export interface PageOptions {
  readonly offset: number;
  readonly limit: number;
  readonly state?: CurrentState | undefined;
}

export function getState(service: Service, world: World, { offset, limit, state }: PageOptions): StatePage {
  world.shipDue(service.now());
  const { store, template } = world;
  const counts = store.counts();
  return {
    world: world.name,
    scenario: template.scenario.name,
    seed: template.seed,
    counts,
    calls: world.calls,
    listed: state === undefined ? template.table.ids.length : counts[state],
    offset,
    entries: limit === 0 ? [] : store.entries(offset, limit, state),
  };
}

/** The list as the service would answer it now: JSON text. Does not count as a request. */
export function listText(world: World): string {
  return new TextDecoder().decode(concat(world.store.peek()));
}

/** What replaces the values that the mock was started with. */
export interface ResetOptions extends ScenarioSize {
  /** A name, a YAML file, or what `parseScenario` has returned. Default: the scenario that the mock was started with. */
  readonly scenario?: NamedScenario | Scenario | undefined;
}

export const RESET_OPTIONS = "scenario seed orders";

/** The last reset of each world: many orders take a while to make, and resets take effect in the order of their calls. */
const resets = new WeakMap<World, Promise<unknown>>();

/** Throws a UserError for an unknown scenario. The world's own one, which may be from a file, is known by its name. */
export async function resetWorld(service: Service, world: World, options: ResetOptions = {}): Promise<void> {
  checkNames("reset", options, RESET_OPTIONS);
  const { scenario, seed, orders } = options;
  checkNumber("seed", seed, MAX_SEED);
  checkNumber("orders", orders, MAX_ORDERS);
  const { scenario: own } = world.template;
  const before = resets.get(world);
  const template = service.templateFor(scenario === own.name ? own : scenario, { seed, orders });
  const reset = Promise.all([template, before?.catch(() => {})]).then(([made]) => world.reset(made));
  resets.set(world, reset);
  await reset;
}

/** The logged requests of a world after the nth, oldest first. */
export function getRequests({ apiKeys }: Service, world: World, after = 0): AnnotatedRequest[] {
  return world.log.after(after).map((request) => annotate(request, apiKeys, world.store.table));
}
