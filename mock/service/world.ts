/** One isolated world: its orders, events and request log. */

import type { CurrentState } from "../../scenarios/limits.ts";
import type { Fault, ShipRule } from "../../scenarios/scenario.ts";
import { OPERATIONS } from "../../spec/interface/operations.ts";
import { type Shipment, WorldEvents } from "./events.ts";
import type { KeptExchanges } from "./kept-exchanges.ts";
import { OrderStore } from "./order-store.ts";
import { type LoggedRequest, RequestLog } from "./request-log.ts";
import type { WorldChanges, WorldDocument } from "./world-document.ts";
import { startOf, type WorldTemplate } from "./world-template.ts";

/** An update for a world's watchers. */
export type WorldUpdate =
  | { readonly kind: "request"; readonly request: LoggedRequest }
  | { readonly kind: "order"; readonly id: bigint; readonly state: CurrentState | undefined }
  | { readonly kind: "reset" }
  | { readonly kind: "faults" };

/** State and settings that all worlds of a service share. */
export interface SharedByWorlds {
  readonly apiKeys: readonly string[];
  readonly kept: KeptExchanges;
  readonly now: () => number;
  /** Called when a world gets its first fault that may reset a connection. */
  readonly onMayReset: () => void;
}

export class World {
  /** The text after the key and the dot; empty for the main world. */
  readonly name: string;
  readonly log: RequestLog;
  template!: WorldTemplate;
  store!: OrderStore;
  events!: WorldEvents;
  /** Calls with a valid key since the last reset. */
  calls = 0;
  /** When each order changed its state since the last reset, in milliseconds since 1970. */
  private readonly times = new Map<bigint, number>();
  private readonly listeners = new Set<(event: WorldUpdate) => void>();
  private readonly now: SharedByWorlds["now"];
  private readonly onMayReset: SharedByWorlds["onMayReset"];
  /** The last value of `mayReset`. Initially true, because no connection has used a new world. */
  private couldReset = true;

  constructor(name: string, template: WorldTemplate, shared: SharedByWorlds) {
    this.name = name;
    this.now = shared.now;
    this.onMayReset = shared.onMayReset;
    this.log = new RequestLog(shared.kept, shared.apiKeys);
    this.log.onCall = (n) => {
      if (this.watched) this.notify({ kind: "request", request: this.log.get(n)! });
    };
    this.reset(template);
  }

  /** Starts again from a template, with an empty request log. */
  reset(template: WorldTemplate): void {
    this.begin(template);
    this.log.clear();
    this.times.clear();
    this.notify({ kind: "reset" });
  }

  /** Continues from changes to a template, and keeps the request log. */
  goOn(template: WorldTemplate, changes: WorldChanges): void {
    if (template !== this.template) this.begin(template);
    this.restore(changes);
    this.notify({ kind: "faults" });
  }

  private begin(template: WorldTemplate): void {
    this.template = template;
    this.store = new OrderStore(template.table, template.answers);
    this.store.onChange = (id, state) => {
      if (state !== "pending") this.events.endShipments(id);
      this.times.set(id, this.now());
      this.notify({ kind: "order", id, state });
    };
    const { scenario, seed, table } = template;
    const ships = scenario.ships?.filter(
      ({ id }) => id === undefined || table.byId.has(BigInt(id)),
    );
    this.events = new WorldEvents(ships ? { ...scenario, ships } : scenario, seed);
    this.calls = 0;
  }

  /** The ids of all orders. */
  ids(): Iterable<bigint> {
    return this.store.table.byId.keys();
  }

  /**
   * Returns an order's state and when the order changed to it, which is undefined if that was
   * before the last reset. Returns undefined for an unknown order.
   */
  stateSince(
    id: bigint,
  ): { readonly state: CurrentState; readonly at: number | undefined } | undefined {
    const state = this.store.stateOf(id);
    return state && { state, at: this.times.get(id) };
  }

  /** True if anything except the counts of faults differs from the scenario. */
  get isChanged(): boolean {
    const { scenario, seed, table } = this.template;
    const isOfSize = seed === scenario.seed && table.orders.length === scenario.orders.count;
    return !isOfSize || this.store.isChanged || this.events.differFrom(scenario);
  }

  get faults(): readonly Fault[] {
    return this.events.progress.faults;
  }

  /** True if a fault may reset a connection. */
  get mayReset(): boolean {
    return this.faults.some(({ fail }) => fail === "reset");
  }

  /** Replaces the remaining shipments. The scenario's other events continue. */
  setShips(ships: readonly ShipRule[]): void {
    this.events.progress.ships = ships;
    this.notify({ kind: "faults" });
  }

  /** Replaces the faults. The scenario's other events continue. */
  setFaults(faults: readonly Fault[]): void {
    this.events.progress.faults = faults;
    this.notify({ kind: "faults" });
  }

  /**
   * Returns the world's {@link WorldDocument}, as JSON, without `calls` if others count them, too;
   * `at` is the time of a mark.
   */
  document(
    start = startOf(this.template),
    calls: number | "others" = this.calls,
    at?: number,
  ): string {
    const format: WorldDocument["format"] = 2;
    const { orders, events } = this.changes();
    const changes: Omit<WorldDocument, "format" | "start"> = {
      ...(at !== undefined && { at }),
      ...(calls !== "others" && { calls }),
      orders,
      events,
    };
    return `{"format":${format},"start":${start},${JSON.stringify(changes).slice(1)}`;
  }

  /** Returns the differences from the template. */
  changes(): WorldChanges {
    const { calls, store, events } = this;
    return { calls, orders: store.changes(), events: events.progress };
  }

  /**
   * Continues from the changes of a world with the same template. Watchers are told what differs
   * from before.
   */
  restore({ calls = this.calls, orders, events }: WorldChanges): void {
    const before = JSON.stringify(this.events.progress);
    this.calls = calls;
    this.store.restore(orders);
    this.events = new WorldEvents(this.template.scenario, this.template.seed, events);
    if (JSON.stringify(this.events.progress) !== before) this.notify({ kind: "faults" });
  }

  /** True if the app has read the list since the last reset. */
  private get hasListed(): boolean {
    return this.log
      .after(0)
      .some(
        ({ method, path, status }) =>
          method === "GET" && path === OPERATIONS.listOrders.path && status === 200,
      );
  }

  /**
   * Ships an order some seconds or lists from now, or from the first list if there was none, or
   * before it is cancelled.
   */
  shipLater(id: bigint, shipment: Shipment, now: number): void {
    if (this.hasListed) this.events.countFrom(now);
    this.events.shipLater(id, shipment, now);
    this.notify({ kind: "faults" });
  }

  /** Moves the clock forward and makes the shipments that are then due. */
  advance(seconds: number, now: number): void {
    this.events.advance(seconds * 1000);
    this.notify({ kind: "faults" });
    this.shipDue(now);
  }

  /** Makes the shipments that are due. */
  shipDue(now: number): void {
    const before = this.events.progress.ships;
    this.events.shipDue(this.store, now);
    if (this.events.progress.ships !== before) this.notify({ kind: "faults" });
  }

  /** Calls `watcher` for every update until the returned function is called. */
  watch(watcher: (event: WorldUpdate) => void): () => void {
    this.listeners.add(watcher);
    return () => this.listeners.delete(watcher);
  }

  get watched(): boolean {
    return this.listeners.size > 0;
  }

  private notify(event: WorldUpdate): void {
    if (event.kind === "reset" || event.kind === "faults") {
      if (this.mayReset && !this.couldReset) this.onMayReset();
      this.couldReset = this.mayReset;
    }
    for (const watcher of this.listeners) watcher(event);
  }
}
