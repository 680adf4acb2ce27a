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

/** An update that watchers of a world get. */
export type WorldUpdate =
  | { readonly kind: "request"; readonly request: LoggedRequest }
  | { readonly kind: "order"; readonly id: bigint; readonly state: CurrentState | undefined }
  | { readonly kind: "reset" }
  | { readonly kind: "faults" };

/** What the worlds of a service have in common. */
export interface SharedByWorlds {
  readonly apiKeys: readonly string[];
  readonly kept: KeptExchanges;
  readonly now: () => number;
  /** Called when a fault of a world may reset a connection, and none might before. */
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
  /** When orders came into their states, in milliseconds since 1970: those that did so since the last reset. */
  private readonly times = new Map<bigint, number>();
  private readonly listeners = new Set<(event: WorldUpdate) => void>();
  private readonly now: SharedByWorlds["now"];
  private readonly onMayReset: SharedByWorlds["onMayReset"];
  /** What `mayReset` was last. A new world is used by no connection. */
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

  /** Goes on from changes of a template, with its request log. */
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

  /** The state of an order, undefined for an unknown one, and when it came into it: undefined if that was before the last reset. */
  stateSince(
    id: bigint,
  ): { readonly state: CurrentState; readonly at: number | undefined } | undefined {
    const state = this.store.stateOf(id);
    return state && { state, at: this.times.get(id) };
  }

  /** True if something differs from the scenario; what faults have counted does not. */
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

  /** Replaces the shipments that are left. Other events of the scenario continue. */
  setShips(ships: readonly ShipRule[]): void {
    this.events.progress.ships = ships;
    this.notify({ kind: "faults" });
  }

  /** Replaces the faults. Other events of the scenario continue. */
  setFaults(faults: readonly Fault[]): void {
    this.events.progress.faults = faults;
    this.notify({ kind: "faults" });
  }

  /** Its {@link WorldDocument}, as JSON. Without `calls` where others count them, too; `at` is the time of a mark. */
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

  /** What differs from its template. */
  changes(): WorldChanges {
    const { calls, store, events } = this;
    return { calls, orders: store.changes(), events: events.progress };
  }

  /** Goes on from what differs in a world with the same template. Watchers are told of what is other than before. */
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

  /** Lets an order ship some seconds or lists after now, or after the first list if there was none, or before it is cancelled. */
  shipLater(id: bigint, shipment: Shipment, now: number): void {
    if (this.hasListed) this.events.countFrom(now);
    this.events.shipLater(id, shipment, now);
    this.notify({ kind: "faults" });
  }

  /** Lets time go by, and makes the shipments that are due then. */
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
