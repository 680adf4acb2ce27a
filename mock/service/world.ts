/** One isolated world: its orders, events and request log. */
import type { Fault } from "../../scenarios/events.ts";
import { type FaultCounters, Faults } from "./faults.ts";
import { type CurrentState, type OrderChanges, OrderStore } from "./order-store.ts";
import { type LoggedRequest, RequestLog } from "./request-log.ts";
import type { ShipmentProgress } from "./shipments.ts";
import { createWorldEvents, WorldEvents } from "./world-events.ts";
import type { WorldTemplate } from "./world-template.ts";

/** An update that watchers of a world get. */
export type WorldUpdate =
  | { readonly kind: "request"; readonly request: LoggedRequest }
  | { readonly kind: "order"; readonly id: bigint; readonly state: CurrentState }
  | { readonly kind: "reset" }
  | { readonly kind: "faults" };

export interface WorldSnapshot {
  readonly calls: number;
  readonly orders: OrderChanges;
  readonly events?: {
    readonly faults: readonly Fault[];
    readonly counters: FaultCounters;
    readonly shipments: ShipmentProgress;
  };
}

export class World {
  /** What follows the key and the dot; empty for the main world. */
  readonly name: string;
  readonly log = new RequestLog();
  template: WorldTemplate;
  store: OrderStore;
  /** Undefined without events, so that the common case costs nothing. */
  events: WorldEvents | undefined;
  /** Calls with a valid key since the last reset. */
  calls = 0;
  /** When it was last called or watched, in milliseconds since 1970. */
  usedAt = 0;
  private readonly watchers = new Set<(event: WorldUpdate) => void>();

  constructor(name: string, template: WorldTemplate) {
    this.name = name;
    this.template = template;
    this.store = new OrderStore(template.table, template.answers);
    this.events = createWorldEvents(template.events, template.seed);
  }

  /** Starts again from a template, with an empty request log. */
  reset(template: WorldTemplate): void {
    this.template = template;
    this.store = new OrderStore(template.table, template.answers);
    this.events = createWorldEvents(template.events, template.seed);
    this.calls = 0;
    this.log.clear();
    this.connectListeners();
    this.notify({ kind: "reset" });
  }

  get faults(): readonly Fault[] {
    return this.events?.faults.list ?? [];
  }

  /** Replaces the faults, which count calls from 1. Other events of the scenario continue. */
  setFaults(faults: readonly Fault[]): void {
    const { events: scenarioEvents, seed } = this.template;
    if (this.events === undefined && faults.length > 0) this.events = new WorldEvents({}, seed);
    if (this.events !== undefined) this.events.faults = new Faults(faults, seed);
    const idle = faults.length === 0 && createWorldEvents({ ...scenarioEvents, faults: [] }, seed) === undefined;
    if (idle) this.events = undefined;
    this.notify({ kind: "faults" });
  }

  /** What differs from the template, as plain data that JSON keeps. */
  snapshot(): WorldSnapshot {
    const { calls, store, events } = this;
    if (events === undefined) return { calls, orders: store.changes() };
    const { list, counters } = events.faults;
    return {
      calls,
      orders: store.changes(),
      events: { faults: list, counters, shipments: events.shipments.progress() },
    };
  }

  /** Applies a snapshot of a world with the same template, right after a reset. */
  restore({ calls, orders, events }: WorldSnapshot): void {
    this.calls = calls;
    this.store.restore(orders);
    const { events: scenarioEvents, seed } = this.template;
    this.events = events && new WorldEvents(scenarioEvents, seed);
    if (events === undefined || this.events === undefined) return;
    this.events.faults = new Faults(events.faults, seed, events.counters);
    this.events.shipments.restore(events.shipments);
  }

  /** Makes the shipments that are due. */
  shipDue(now: number): void {
    this.events?.shipments.shipDue(this.store, now);
  }

  /** Calls `watcher` for every update until the returned function is called. */
  watch(watcher: (event: WorldUpdate) => void): () => void {
    this.watchers.add(watcher);
    this.connectListeners();
    return () => {
      this.watchers.delete(watcher);
      this.connectListeners();
    };
  }

  get watched(): boolean {
    return this.watchers.size > 0;
  }

  private connectListeners(): void {
    const { watched } = this;
    this.store.onChange = watched ? (id, state) => this.notify({ kind: "order", id, state }) : undefined;
    this.log.onCall = watched ? (request) => this.notify({ kind: "request", request }) : undefined;
  }

  private notify(event: WorldUpdate): void {
    for (const watcher of this.watchers) watcher(event);
  }
}
