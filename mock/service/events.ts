/** What happens by itself in one world: faults, shipments and the expiry of the key. */
import { seededRandom } from "../../fixtures/hash32.ts";
import type { Fault, ScenarioEvents, ShipRule } from "../../scenarios/scenario.ts";
import type { OperationId } from "../../spec/clauses/index.ts";
import type { Match } from "../../spec/interface/match.ts";
import type { FaultEffect } from "../replies/messages.ts";
import type { OrderStore } from "./order-store.ts";

const KEY_EXPIRED: FaultEffect = { delayMs: 0, status: 401, keyExpired: true };

/** The faults that a world has, and how far its events are: plain data. */
export interface EventProgress {
  faults: readonly Fault[];
  /** How many requests each fault has counted, and how many of them it has affected. */
  calls: number[];
  hits: number[];
  /** Lists that have been answered, counted only where orders ship by themselves. */
  lists: number;
  /** Milliseconds since 1970; 0 before the first list. */
  firstListAt: number;
  /** The cancels that each rule has counted. */
  readonly cancels: number[];
  /** Indices of the rules by time that have not been applied. */
  due: number[];
}

/** The number of ids from which the seed chooses those that ship. */
const CANDIDATES = 1000;

/** With the same seed, the same sequence of requests has the same events. There is no timer: due shipments are made before the state is read. */
export class WorldEvents {
  readonly progress: EventProgress;
  private readonly ships: readonly ShipRule[];
  private readonly seed: number;
  private readonly lastAcceptedCall: number;

  /** `progress` is that of equal events. */
  constructor(
    { faults = [], ships = [], key }: ScenarioEvents,
    seed: number,
    progress?: EventProgress,
  ) {
    this.ships = ships;
    this.seed = seed;
    this.lastAcceptedCall = key?.expiresAfter ?? Number.POSITIVE_INFINITY;
    const due = ships.flatMap(({ beforeCancel }, index) =>
      beforeCancel === undefined ? [index] : [],
    );
    const start = {
      ...uncounted(faults),
      lists: 0,
      firstListAt: 0,
      cancels: ships.map(() => 0),
      due,
    };
    this.progress = progress === undefined ? start : structuredClone(progress);
  }

  /** Replaces the faults, which count requests from 1. */
  setFaults(faults: readonly Fault[]): void {
    Object.assign(this.progress, uncounted(faults));
  }

  /** Called before a call with a valid key has its effect. `nth` counts such calls from 1. */
  beforeCall(
    store: OrderStore,
    nth: number,
    { operation, orderId }: Match,
    now: number,
  ): FaultEffect | undefined {
    this.shipDue(store, now);
    if (nth > this.lastAcceptedCall) return KEY_EXPIRED;
    const effect = this.faultOn(operation?.id);
    const isRefused = effect?.status !== undefined;
    if (!isRefused && operation?.id === "cancelOrder" && orderId !== undefined)
      this.shipBeforeCancel(store, orderId);
    return effect;
  }

  /** Called after a list has been answered; `now` is in milliseconds. */
  afterList(store: OrderStore, now: number): void {
    if (this.ships.length === 0) return;
    if (this.progress.lists++ === 0) this.progress.firstListAt = now;
    this.shipDue(store, now);
  }

  /** Counts a request; returns the effect of the faults on its response, if any. */
  faultOn(operation: OperationId | undefined): FaultEffect | undefined {
    let delay: number | undefined;
    let answer: Fault | undefined;
    const { faults, calls, hits } = this.progress;
    faults.forEach((fault, index) => {
      if (!appliesTo(fault, operation)) return;
      const nth = ++calls[index]!;
      // Two random streams, so that the length of a delay does not depend on whether the fault applies.
      if (!matches(fault, nth, hits[index]!, seededRandom(this.seed, 2 * index, nth))) return;
      hits[index]!++;
      if (fault.delay !== undefined)
        delay ??= delayMs(fault.delay, seededRandom(this.seed, 2 * index + 1, nth));
      if (fault.status !== undefined || fault.fail !== undefined) answer ??= fault;
    });
    if (delay === undefined && answer === undefined) return undefined;
    return {
      delayMs: delay ?? 0,
      status: answer?.status,
      retryAfter: answer?.retryAfter,
      fail: answer?.fail,
    };
  }

  /** Makes the shipments that are due. */
  shipDue(store: OrderStore, now: number): void {
    const { progress } = this;
    if (progress.lists === 0) return;
    for (const index of progress.due) {
      const { afterSeconds = 0, afterLists = 0, ...rule } = this.ships[index]!;
      if (now - progress.firstListAt < afterSeconds * 1000 || progress.lists < afterLists) continue;
      progress.due = progress.due.filter((other) => other !== index);
      this.ship(store, rule);
    }
  }

  private ship(store: OrderStore, { id, count = 1 }: ShipRule): void {
    if (id !== undefined) {
      store.change(id, "shipped");
      return;
    }
    const ids = store.idsIn("pending", Math.max(count, CANDIDATES));
    for (let shipped = 0; shipped < count && ids.length > 0; shipped++) {
      const index = Math.floor(
        seededRandom(this.seed, this.progress.due.length, shipped) * ids.length,
      );
      store.change(ids.splice(index, 1)[0]!, "shipped");
    }
  }

  private shipBeforeCancel(store: OrderStore, id: bigint): void {
    if (this.progress.lists === 0 || store.stateOf(id) !== "pending") return;
    this.ships.forEach((rule, index) => {
      if (rule.beforeCancel === undefined || (rule.id !== undefined && rule.id !== id)) return;
      if (++this.progress.cancels[index]! % rule.beforeCancel === 0) store.change(id, "shipped");
    });
  }
}

function uncounted(faults: readonly Fault[]): Pick<EventProgress, "faults" | "calls" | "hits"> {
  return { faults, calls: faults.map(() => 0), hits: faults.map(() => 0) };
}

/** A fault without operations applies to every request, including those outside the contract. */
function appliesTo({ on }: Fault, operation: OperationId | undefined): boolean {
  return on === undefined || [on].flat().some((one) => one === operation);
}

/** Whether a fault affects the nth request, after `hits` earlier ones. `random` is in [0, 1). */
function matches(fault: Fault, nth: number, hits: number, random: number): boolean {
  const { after = 0, every = 1, times = Number.POSITIVE_INFINITY, probability = 1 } = fault;
  if (fault.nth !== undefined && fault.nth !== nth) return false;
  return nth > after && (nth - after) % every === 0 && hits < times && random < probability;
}

function delayMs(delay: NonNullable<Fault["delay"]>, random: number): number {
  if (typeof delay === "number") return delay;
  const [min, max] = delay;
  return Math.round(min + random * (max - min));
}
