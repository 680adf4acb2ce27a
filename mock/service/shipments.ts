/** Orders that ship by themselves. There is no timer: due shipments are made before the state is read. */
import { seededRandom } from "../../fixtures/hash32.ts";
import type { ShipRule } from "../../scenarios/events.ts";
import type { OrderStore } from "./order-store.ts";
import { PENDING } from "./order-table.ts";

/** The number of ids from which the seed chooses. */
const CANDIDATES = 1000;

/** What has been counted and shipped so far, as plain data. */
export interface ShipmentProgress {
  readonly lists: number;
  /** Milliseconds since 1970; 0 before the first list. */
  readonly firstListAt: number;
  readonly cancels: readonly number[];
  /** Indices of the rules by time that have not been applied. */
  readonly due: readonly number[];
}

export class Shipments {
  private readonly allByTime: readonly ShipRule[];
  private byTime: ShipRule[];
  private readonly byCancel: readonly ShipRule[];
  private readonly seed: number;
  private lists = 0;
  private firstListAt = 0;
  private cancels: number[];

  constructor(rules: readonly ShipRule[], seed: number) {
    this.allByTime = rules.filter(({ beforeCancel }) => beforeCancel === undefined);
    this.byTime = [...this.allByTime];
    this.byCancel = rules.filter(({ beforeCancel }) => beforeCancel !== undefined);
    this.cancels = this.byCancel.map(() => 0);
    this.seed = seed;
  }

  /** What `restore` of shipments with the same rules takes. */
  progress(): ShipmentProgress {
    const due = this.byTime.map((rule) => this.allByTime.indexOf(rule));
    return { lists: this.lists, firstListAt: this.firstListAt, cancels: this.cancels, due };
  }

  restore({ lists, firstListAt, cancels, due }: ShipmentProgress): void {
    this.lists = lists;
    this.firstListAt = firstListAt;
    this.cancels = [...cancels];
    this.byTime = due.map((index) => this.allByTime[index]!);
  }

  /** Whether `shipDue` may have an effect. */
  get isWaiting(): boolean {
    return this.lists > 0 && this.byTime.length > 0;
  }

  /** Called after a list has been answered; `now` is in milliseconds. */
  afterList(store: OrderStore, now: number): void {
    if (this.lists++ === 0) this.firstListAt = now;
    this.shipDue(store, now);
  }

  /** Ships what is due. */
  shipDue(store: OrderStore, now: number): void {
    if (this.lists === 0) return;
    for (let index = 0; index < this.byTime.length; ) {
      const { afterSeconds = 0, afterLists = 0 } = this.byTime[index]!;
      const due = now - this.firstListAt >= afterSeconds * 1000 && this.lists >= afterLists;
      if (due) this.ship(store, this.byTime.splice(index, 1)[0]!);
      else index++;
    }
  }

  /** Called before a cancel, which may ship the order. */
  beforeCancel(store: OrderStore, id: bigint): void {
    if (this.lists === 0 || store.stateOf(id) !== "pending") return;
    this.byCancel.forEach((rule, index) => {
      if (rule.id !== undefined && rule.id !== id) return;
      if (++this.cancels[index]! % rule.beforeCancel! === 0) store.ship(id);
    });
  }

  private ship(store: OrderStore, { id, count = 1 }: ShipRule): void {
    if (id !== undefined) {
      store.ship(id);
      return;
    }
    const ids = store.idsIn(PENDING, Math.max(count, CANDIDATES));
    for (let shipped = 0; shipped < count && ids.length > 0; shipped++) {
      const index = Math.floor(seededRandom(this.seed, this.byTime.length, shipped) * ids.length);
      store.ship(ids.splice(index, 1)[0]!);
    }
  }
}
