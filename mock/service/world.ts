/** One isolated world: its orders, events and request log. */

import type { CurrentState } from "../../scenarios/limits.ts";
import type { Fault } from "../../scenarios/scenario.ts";
import { WorldEvents } from "./events.ts";
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
  private readonly listeners = new Set<(event: WorldUpdate) => void>();
  private readonly onMayReset: SharedByWorlds["onMayReset"];
  /** What `mayReset` was last. A new world is used by no connection. */
  private couldReset = true;

  constructor(name: string, template: WorldTemplate, shared: SharedByWorlds) {
    this.name = name;
    this.onMayReset = shared.onMayReset;
    this.log = new RequestLog(shared.kept, shared.apiKeys);
    this.log.onCall = (n) => {
      if (this.watched) this.notify({ kind: "request", request: this.log.get(n)! });
    };
    this.reset(template);
  }

  /** Starts again from a template, with an empty request log. */
  reset(template: WorldTemplate): void {
    this.template = template;
    this.store = new OrderStore(template.table, template.answers);
    this.store.onChange = (id, state) => {
      if (state !== "pending") this.events.endShipments(id);
      this.notify({ kind: "order", id, state });
    };
    this.events = new WorldEvents(template.scenario, template.seed);
    this.calls = 0;
    this.log.clear();
    this.notify({ kind: "reset" });
  }

  get faults(): readonly Fault[] {
    return this.events.progress.faults;
  }

  /** True if a fault may reset a connection. */
  get mayReset(): boolean {
    return this.faults.some(({ fail }) => fail === "reset");
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
    const changes: Omit<WorldDocument, "format" | "start"> = {
      ...(at !== undefined && { at }),
      ...(calls !== "others" && { calls }),
      orders: this.store.changes(),
      events: this.events.progress,
    };
    return `{"format":${format},"start":${start},${JSON.stringify(changes).slice(1)}`;
  }

  /** Goes on from what differs in a world with the same template. Watchers are told of what is other than before. */
  restore({ calls = this.calls, orders, events }: WorldChanges): void {
    const before = JSON.stringify(this.events.progress);
    this.calls = calls;
    this.store.restore(orders);
    this.events = new WorldEvents(this.template.scenario, this.template.seed, events);
    if (JSON.stringify(this.events.progress) !== before) this.notify({ kind: "faults" });
  }

  /** Lets an order ship some seconds after now, or after the first list if there was none. */
  shipLater(id: bigint, seconds: number, now: number): void {
    this.events.shipLater(id, seconds, now);
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
