/** Orders that ship by themselves (Shipping). Nothing runs on a timer: what is due has happened when someone looks. */
import type { Shipping } from "../scenarios/troubles.ts";
import { drawOf } from "./faults.ts";
import { PENDING } from "./seed.ts";
import type { World } from "./store.ts";

/** Ids among which the seed chooses. */
const CANDIDATES = 1000;

export class Shipments {
  private readonly timed: Shipping[];
  private readonly onCancel: readonly Shipping[];
  private readonly seed: number;
  private lists = 0;
  private firstListAt = 0;
  private readonly cancels: number[];

  constructor(rules: readonly Shipping[], seed: number) {
    this.timed = rules.filter(({ beforeCancel }) => beforeCancel === undefined);
    this.onCancel = rules.filter(({ beforeCancel }) => beforeCancel !== undefined);
    this.cancels = this.onCancel.map(() => 0);
    this.seed = seed;
  }

  /** After a list has been answered; `now` in milliseconds. */
  listed(world: World, now: number): void {
    if (this.lists++ === 0) this.firstListAt = now;
    this.settle(world, now);
  }

  /** Ships what is due. */
  settle(world: World, now: number): void {
    if (this.lists === 0) return;
    for (let at = 0; at < this.timed.length; ) {
      const { afterSeconds = 0, afterLists = 0 } = this.timed[at]!;
      const due = now - this.firstListAt >= afterSeconds * 1000 && this.lists >= afterLists;
      if (due) this.ship(world, this.timed.splice(at, 1)[0]!);
      else at++;
    }
  }

  /** Just before a cancel: the order may have shipped since it was listed. */
  beforeCancel(world: World, id: bigint): void {
    if (this.lists === 0 || world.stateOf(id) !== "pending") return;
    this.onCancel.forEach((rule, index) => {
      if (rule.id !== undefined && rule.id !== id) return;
      if (++this.cancels[index]! % rule.beforeCancel! === 0) world.ship(id);
    });
  }

  private ship(world: World, { id, count = 1 }: Shipping): void {
    if (id !== undefined) {
      world.ship(id);
      return;
    }
    const ids = world.idsIn(PENDING, Math.max(count, CANDIDATES));
    for (let shipped = 0; shipped < count && ids.length > 0; shipped++) {
      const at = Math.floor(drawOf(this.seed, this.timed.length, shipped) * ids.length);
      world.ship(ids.splice(at, 1)[0]!);
    }
  }
}
