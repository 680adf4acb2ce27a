/** Events of one world: faults, shipments and the expiry of the key. */
import { seededRandom } from "../../fixtures/hash32.ts";
import { type CurrentState, MAX_SECONDS } from "../../scenarios/limits.ts";
import type { Fault, ScenarioEvents, ShipRule } from "../../scenarios/scenario.ts";
import type { Match } from "../../spec/interface/match.ts";
import type { FaultEffect } from "../replies/call-and-reply.ts";
import { type FaultTarget, isSpent, randomOf, useOf } from "./fault-use.ts";
import type { OrderStore } from "./order-store.ts";
import { shipWith } from "./ship-order.ts";
import type { WorldChanges } from "./world-document.ts";

const KEY_EXPIRED: FaultEffect = { delayMs: 0, status: 401, keyExpired: true };

/** How far the events of a world have progressed, as plain data. */
type EventProgress = {
  -readonly [Name in keyof WorldChanges["events"]]: WorldChanges["events"][Name];
};

export type Shipment = Pick<ShipRule, "afterSeconds" | "afterLists" | "beforeCancel">;

/** The seed chooses the orders that ship from this many ids. */
const CANDIDATES = 1000;

/**
 * The same seed and the same sequence of requests give the same events. There is no timer: due
 * shipments are made before the state is read.
 */
export class WorldEvents {
  readonly progress: EventProgress;
  private readonly seed: number;
  private readonly lastAcceptedCall: number;

  /** `progress` must belong to equal events. */
  constructor(
    { faults = [], ships = [], key }: ScenarioEvents,
    seed: number,
    progress: WorldChanges["events"] = { faults, ships, lists: 0, firstListAt: 0 },
  ) {
    this.seed = seed;
    this.lastAcceptedCall = key?.expiresAfter ?? Number.POSITIVE_INFINITY;
    this.progress = { ...progress };
  }

  /** True if the faults or the remaining shipments differ from the scenario's. */
  differFrom({ faults = [], ships = [] }: ScenarioEvents): boolean {
    const { progress } = this;
    return (
      uncounted(progress.faults) !== uncounted(faults) ||
      uncounted(progress.ships) !== uncounted(ships)
    );
  }

  /** Called before a call with a valid key takes effect. `nth` counts such calls from 1. */
  beforeCall(store: OrderStore, nth: number, match: Match, now: number): FaultEffect | undefined {
    this.shipDue(store, now);
    if (nth > this.lastAcceptedCall) return KEY_EXPIRED;
    const effect = this.faultOn(match);
    const { operation, orderId } = match;
    const isRefused = effect?.status !== undefined;
    if (!isRefused && operation?.id === "cancelOrder" && orderId !== undefined)
      this.shipBeforeCancel(store, orderId, now);
    return effect;
  }

  /** Called after a list has been answered; `now` is in milliseconds. */
  afterList(store: OrderStore, now: number): void {
    const { progress } = this;
    if (progress.ships.length === 0) return;
    if (progress.lists++ === 0) progress.firstListAt = now;
    this.shipDue(store, now);
  }

  /** Counts a request; returns the effect of the faults on its response, if any. */
  faultOn(target: FaultTarget): FaultEffect | undefined {
    const { faults } = this.progress;
    if (faults.length === 0) return undefined;
    const used: Fault[] = [];
    this.progress.faults = faults.map((fault) => {
      const isTaken = used.some(({ times }) => times !== undefined);
      const after = useOf(fault, target, this.seed, isTaken);
      if (after.affected !== fault.affected) used.push(after);
      return after;
    });
    if (used.length === 0) return undefined;

    const answer = used.find(({ status, fail }) => (status ?? fail) !== undefined);
    return {
      delayMs: used.reduce((sum, fault) => sum + this.delayOf(fault), 0),
      status: answer?.status,
      retryAfter: answer?.retryAfter,
      fail: answer?.fail,
    };
  }

  /** Makes the shipments that are due. */
  shipDue(store: OrderStore, now: number): void {
    const { progress } = this;
    if (progress.lists === 0) return;
    // Corrects the time after the clock was set back, as when a test removes its fake clock, or
    // forward by more than any order waits.
    const { firstListAt } = progress;
    progress.firstListAt = Math.max(Math.min(firstListAt, now), now - MAX_SECONDS * 1000);
    for (const rule of progress.ships) {
      const { afterSeconds = 0, afterLists = 0, beforeCancel } = rule;
      const isDue =
        now - progress.firstListAt >= afterSeconds * 1000 && progress.lists >= afterLists;
      if (beforeCancel !== undefined || !isDue) continue;
      progress.ships = progress.ships.filter((other) => other !== rule);
      this.ship(store, rule, now);
    }
  }

  /**
   * Starts counting, unless already started: the first list may have come when no order was to
   * ship.
   */
  countFrom(now: number): void {
    const { progress } = this;
    if (progress.lists > 0) return;
    progress.lists = 1;
    progress.firstListAt = now;
  }

  /**
   * Counts from now, or from the first list if there was none. Replaces the order's current rule,
   * but keeps the fields that it sets.
   */
  shipLater(id: bigint, { afterSeconds, afterLists, beforeCancel }: Shipment, now: number): void {
    const { progress } = this;
    const gone = progress.lists === 0 ? 0 : (now - progress.firstListAt) / 1000;
    const set = this.ruleFor(id)?.set;
    this.endShipments(id);
    const rule: ShipRule = {
      id: String(id),
      ...(afterSeconds !== undefined && {
        afterSeconds: Math.min(gone + afterSeconds, MAX_SECONDS),
      }),
      ...(afterLists !== undefined && { afterLists: progress.lists + afterLists }),
      ...(beforeCancel !== undefined && { beforeCancel }),
      ...(set && { set }),
    };
    progress.ships = [...progress.ships, rule];
  }

  private ruleFor(id: bigint): ShipRule | undefined {
    return this.progress.ships.find((rule) => rule.id === String(id));
  }

  /**
   * Ships a pending order, with the fields its rule sets, if it has one. Returns the order's
   * previous state.
   */
  shipNow(store: OrderStore, id: bigint, now: number): CurrentState | undefined {
    return shipWith(store, id, this.ruleFor(id)?.set, now);
  }

  /** Drops the shipments of an order that is no longer pending. */
  endShipments(id: bigint): void {
    const { progress } = this;
    if (progress.ships.some((rule) => rule.id === String(id)))
      progress.ships = progress.ships.filter((rule) => rule.id !== String(id));
  }

  /** Moves the clock forward for shipments that wait for a time. */
  advance(ms: number): void {
    if (this.progress.lists > 0) this.progress.firstListAt -= ms;
  }

  /**
   * Returns the remaining events, from which another world continues in the same way: this world
   * has counted `calls`, and times start at the other world's first list. Leaves out used-up
   * faults.
   */
  left(calls: number, now: number): ScenarioEvents {
    const { faults, ships, lists, firstListAt } = this.progress;
    const gone = lists === 0 ? 0 : now - firstListAt;
    const later = ships.map(({ afterSeconds, afterLists, ...rule }) => ({
      ...rule,
      ...(afterSeconds !== undefined && {
        afterSeconds: Math.max(0, Math.round(afterSeconds * 1000 - gone) / 1000),
      }),
      ...(afterLists !== undefined && { afterLists: afterLists - lists }),
    }));
    const open = faults.filter((fault) => !isSpent(fault));
    const accepted = this.lastAcceptedCall;
    return {
      ...(later.length > 0 && { ships: later }),
      ...(Number.isFinite(accepted) && { key: { expiresAfter: Math.max(0, accepted - calls) } }),
      ...(open.length > 0 && { faults: open }),
    };
  }

  private delayOf(fault: Fault): number {
    const { delay = 0, counted = 0 } = fault;
    if (typeof delay === "number") return delay;
    const [min, max] = delay;
    return Math.round(min + randomOf(fault, this.seed + 1, counted) * (max - min));
  }

  private ship(store: OrderStore, { id, count = 1, set }: ShipRule, now: number): void {
    if (id !== undefined) return void shipWith(store, BigInt(id), set, now);
    const ids = store.idsIn("pending", Math.max(count, CANDIDATES));
    const { length } = this.progress.ships;
    for (let shipped = 0; shipped < count && ids.length > 0; shipped++) {
      const index = Math.floor(seededRandom(this.seed, length, shipped) * ids.length);
      shipWith(store, ids.splice(index, 1)[0]!, set, now);
    }
  }

  private shipBeforeCancel(store: OrderStore, orderId: bigint, now: number): void {
    if (store.stateOf(orderId) !== "pending") return;
    const { progress } = this;
    let due: ShipRule | undefined;
    progress.ships = progress.ships.map((rule) => {
      const { id = String(orderId), beforeCancel, counted = 0 } = rule;
      if (beforeCancel === undefined || id !== String(orderId) || due !== undefined) return rule;
      if ((counted + 1) % beforeCancel === 0) due = rule;
      return { ...rule, counted: counted + 1 };
    });
    if (due !== undefined) shipWith(store, orderId, due.set, now);
  }
}

/** Faults or shipments as text, without their counts. */
function uncounted(rules: readonly (Fault | ShipRule)[]): string {
  return JSON.stringify(rules, (name, value) =>
    ["counted", "affected"].includes(name) ? undefined : value,
  );
}
