/** One isolated world: its orders, events and request log; and what worlds start from. */

import { initialOrders } from "../../scenarios/initial-orders.ts";
import type { Profile } from "../../scenarios/profile/shape.ts";
import type { Fault, Scenario, ScenarioEvents, ScenarioSize } from "../../scenarios/scenario.ts";
import { type Answers, DEFAULT_ANSWERS } from "../../spec/clauses/silences.ts";
import { unknownShipmentError } from "../errors/mock.ts";
import { prepareReplies, type Replies } from "../replies/prepare-replies.ts";
import { WorldEvents } from "./events.ts";
import { type CurrentState, OrderStore } from "./order-store.ts";
import { buildOrderTable, type OrderTable } from "./order-table.ts";
import { type LoggedRequest, RequestLog } from "./request-log.ts";

/** An update that watchers of a world get. */
export type WorldUpdate =
  | { readonly kind: "request"; readonly request: LoggedRequest }
  | { readonly kind: "order"; readonly id: bigint; readonly state: CurrentState }
  | { readonly kind: "reset" }
  | { readonly kind: "faults" };

export type WorldSnapshot = ReturnType<World["snapshot"]>;

export class World {
  /** What follows the key and the dot; empty for the main world. */
  readonly name: string;
  readonly log = new RequestLog();
  template!: WorldTemplate;
  store!: OrderStore;
  events!: WorldEvents;
  /** Calls with a valid key since the last reset. */
  calls = 0;
  /** When it was last called or watched, in milliseconds since 1970. */
  usedAt = 0;
  private readonly listeners = new Set<(event: WorldUpdate) => void>();

  constructor(name: string, template: WorldTemplate) {
    this.name = name;
    this.log.onCall = (request) => this.notify({ kind: "request", request });
    this.reset(template);
  }

  /** Starts again from a template, with an empty request log. */
  reset(template: WorldTemplate): void {
    this.template = template;
    this.store = new OrderStore(template.table, template.answers);
    this.store.onChange = (id, state) => this.notify({ kind: "order", id, state });
    this.events = new WorldEvents(template.events, template.seed);
    this.calls = 0;
    this.log.clear();
    this.notify({ kind: "reset" });
  }

  get faults(): readonly Fault[] {
    return this.events.progress.faults;
  }

  /** Replaces the faults, which count calls from 1. Other events of the scenario continue. */
  setFaults(faults: readonly Fault[]): void {
    this.events.setFaults(faults);
    this.notify({ kind: "faults" });
  }

  /** What differs from the template, as plain data that JSON keeps. */
  snapshot() {
    return { calls: this.calls, orders: this.store.changes(), events: this.events.progress };
  }

  /** Applies a snapshot of a world with the same template. Watchers are told of what differs. */
  restore({ calls, orders, events }: WorldSnapshot): void {
    const before = JSON.stringify(this.faults);
    this.calls = calls;
    this.store.restore(orders);
    this.events = new WorldEvents(this.template.events, this.template.seed, events);
    if (JSON.stringify(this.faults) !== before) this.notify({ kind: "faults" });
  }

  /** Makes the shipments that are due. */
  shipDue(now: number): void {
    this.events.shipDue(this.store, now);
  }

  /** Calls `watcher` for every update until the returned function is called. */
  watch(watcher: (event: WorldUpdate) => void): () => void {
    this.listeners.add(watcher);
    return () => this.listeners.delete(watcher);
  }

  /** The number of those who watch. */
  get watchers(): number {
    return this.listeners.size;
  }

  get watched(): boolean {
    return this.listeners.size > 0;
  }

  private notify(event: WorldUpdate): void {
    for (const watcher of this.listeners) watcher(event);
  }
}

/** What worlds start from, shared by them: the order table, the replies and the events of a scenario. */
export interface WorldTemplate {
  readonly scenario: Scenario;
  /** The seed of the orders and the faults. */
  readonly seed: number;
  readonly table: OrderTable;
  readonly answers: Answers;
  readonly replies: Replies;
  readonly events: ScenarioEvents;
}

/**
 * A function that makes templates; each is reused as long as it is in memory. `answers` override those of the profile, which override
 * those of the scenario.
 */
export function templateMaker(profile: Profile, answers: Partial<Answers>) {
  /** By their seed and number of orders. */
  const cache = new WeakMap<Scenario, Map<string, WeakRef<WorldTemplate>>>();
  return async (scenario: Scenario, size: ScenarioSize = {}): Promise<WorldTemplate> => {
    const { seed = scenario.seed, orders = scenario.orders.count } = size;
    const cached = cache.get(scenario) ?? new Map<string, WeakRef<WorldTemplate>>();
    cache.set(scenario, cached);
    const existing = cached.get(`${seed} ${orders}`)?.deref();
    if (existing !== undefined) return existing;
    const all: Answers = {
      ...DEFAULT_ANSWERS,
      ...scenario.answers,
      ...profile.answers,
      ...answers,
    };
    const table = await buildOrderTable(await initialOrders(scenario, size), all);
    for (const { id } of scenario.ships ?? [])
      if (id !== undefined && !table.byId.has(id))
        throw unknownShipmentError({
          scenario: scenario.name,
          id,
          orders: `${table.orders.length} orders of seed ${seed}`,
        });
    const replies = prepareReplies(all, profile.errors);
    const template = { scenario, seed, table, answers: all, replies, events: scenario };
    // A test may ask for any number of seeds.
    for (const [key, old] of cached) if (old.deref() === undefined) cached.delete(key);
    cached.set(`${seed} ${orders}`, new WeakRef(template));
    return template;
  };
}
