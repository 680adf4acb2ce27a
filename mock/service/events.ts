/** What happens by itself in one world: faults, shipments and the expiry of the key. Most worlds have none. */
import { seededRandom } from "../../fixtures/hash32.ts";
import type { Fault, ScenarioEvents, ShipRule } from "../../scenarios/scenario.ts";
import type { OperationId } from "../../spec/clauses/index.ts";
import type { Match } from "../../spec/interface/match.ts";
import type { Latency, Profile } from "../../spec/profile/shape.ts";
import type { FaultEffect } from "../replies/messages.ts";
import type { OrderStore } from "./order-store.ts";

const KEY_EXPIRED: FaultEffect = { delayMs: 0, status: 401, keyExpired: true };

/** The faults that a world has, and how far its events are: plain data. */
export interface EventProgress {
  readonly faults: readonly Fault[];
  readonly counters: FaultCounters;
  readonly shipments: ShipmentProgress;
}

export class WorldEvents {
  faults: Faults;
  readonly shipments: Shipments;
  private readonly lastAcceptedCall: number;

  /** `progress` is that of equal events. */
  constructor({ faults = [], ships = [], key }: ScenarioEvents, seed: number, progress?: EventProgress) {
    this.faults = new Faults(progress?.faults ?? faults, seed, progress?.counters);
    this.shipments = new Shipments(ships, seed, progress?.shipments);
    this.lastAcceptedCall = key?.expiresAfter ?? Number.POSITIVE_INFINITY;
  }

  get progress(): EventProgress {
    const { list: faults, counters } = this.faults;
    return { faults, counters, shipments: this.shipments.progress };
  }

  /** Called before a call with a valid key has its effect. `nth` counts such calls from 1. */
  beforeCall(store: OrderStore, nth: number, { operation, orderId }: Match, now: number): FaultEffect | undefined {
    this.shipments.shipDue(store, now);
    if (nth > this.lastAcceptedCall) return KEY_EXPIRED;
    const effect = this.faults.effectOnCall(operation?.id);
    const refused = effect?.status !== undefined;
    if (!refused && operation?.id === "cancelOrder" && orderId !== undefined)
      this.shipments.beforeCancel(store, orderId);
    return effect;
  }
}

/** Undefined if there are no events. */
export function createWorldEvents(scenarioEvents: ScenarioEvents, seed: number): WorldEvents | undefined {
  const { faults = [], ships = [], key } = scenarioEvents;
  return faults.length + ships.length > 0 || key !== undefined ? new WorldEvents(scenarioEvents, seed) : undefined;
}

/** Whether a fault affects the nth request, after `hits` earlier ones. `random` is in [0, 1). */
function matches(fault: Fault, nth: number, hits: number, random: number): boolean {
  const { after = 0, every = 1, times = Number.POSITIVE_INFINITY, probability = 1 } = fault;
  if (fault.nth !== undefined && fault.nth !== nth) return false;
  return nth > after && (nth - after) % every === 0 && hits < times && random < probability;
}

/** How many requests each fault has counted, and how many of them it has affected: plain data. */
export interface FaultCounters {
  readonly calls: number[];
  readonly hits: number[];
}

/** The faults of one world and their counters. With the same seed, the same sequence of requests gets the same faults. */
export class Faults {
  readonly list: readonly Fault[];
  readonly counters: FaultCounters;
  private readonly seed: number;

  /** `counters` are those of equal faults. */
  constructor(list: readonly Fault[], seed: number, counters?: FaultCounters) {
    this.list = list;
    this.seed = seed;
    this.counters = structuredClone(counters ?? { calls: list.map(() => 0), hits: list.map(() => 0) });
  }

  /** Counts a request; returns the effect of the faults on its response, if any. */
  effectOnCall(operation: OperationId | undefined): FaultEffect | undefined {
    let delay: number | undefined;
    let answer: Fault | undefined;
    const { calls, hits } = this.counters;
    this.list.forEach((fault, index) => {
      if (!appliesTo(fault, operation)) return;
      const nth = ++calls[index]!;
      // Two random streams, so that the length of a delay does not depend on whether the fault applies.
      if (!matches(fault, nth, hits[index]!, seededRandom(this.seed, 2 * index, nth))) return;
      hits[index]!++;
      if (fault.delay !== undefined) delay ??= delayMs(fault.delay, seededRandom(this.seed, 2 * index + 1, nth));
      if (fault.status !== undefined || fault.fail !== undefined) answer ??= fault;
    });
    if (delay === undefined && answer === undefined) return undefined;
    return { delayMs: delay ?? 0, status: answer?.status, retryAfter: answer?.retryAfter, fail: answer?.fail };
  }
}

/** A fault without operations applies to every request, including those outside the contract. */
function appliesTo({ on }: Fault, operation: OperationId | undefined): boolean {
  return on === undefined || [on].flat().some((one) => one === operation);
}

function delayMs(delay: NonNullable<Fault["delay"]>, random: number): number {
  if (typeof delay === "number") return delay;
  const [min, max] = delay;
  return Math.round(min + random * (max - min));
}

/** Below this the mock's own response time is close enough. */
const NEGLIGIBLE_MS = 5;

/** The first fault that applies decides: 10% of requests are above p90, and 4/9 of the others (40% of all) above p50. */
export function latencyFaults(latency: Profile["latency"]): Fault[] {
  return (Object.entries(latency) as [OperationId, Latency][]).flatMap(([on, { p50, p90, p99 }]) =>
    p90 < NEGLIGIBLE_MS
      ? []
      : [
          { on, probability: 0.1, delay: [p90, p99] },
          { on, probability: 4 / 9, delay: [p50, p90] },
          { on, delay: [p50 / 2, p50] },
        ],
  );
}

/** The number of ids from which the seed chooses. */
const CANDIDATES = 1000;

/** What has been counted and shipped so far: plain data. */
export interface ShipmentProgress {
  lists: number;
  /** Milliseconds since 1970; 0 before the first list. */
  firstListAt: number;
  /** The cancels that each rule has counted. */
  readonly cancels: number[];
  /** Indices of the rules by time that have not been applied. */
  due: number[];
}

/** Orders that ship by themselves. There is no timer: due shipments are made before the state is read. */
export class Shipments {
  readonly progress: ShipmentProgress;
  private readonly rules: readonly ShipRule[];
  private readonly seed: number;

  /** `progress` is that of equal rules. */
  constructor(rules: readonly ShipRule[], seed: number, progress?: ShipmentProgress) {
    this.rules = rules;
    this.seed = seed;
    const due = rules.flatMap(({ beforeCancel }, index) => (beforeCancel === undefined ? [index] : []));
    this.progress = structuredClone(progress ?? { lists: 0, firstListAt: 0, cancels: rules.map(() => 0), due });
  }

  /** Called after a list has been answered; `now` is in milliseconds. */
  afterList(store: OrderStore, now: number): void {
    if (this.progress.lists++ === 0) this.progress.firstListAt = now;
    this.shipDue(store, now);
  }

  /** Ships what is due. */
  shipDue(store: OrderStore, now: number): void {
    const { progress } = this;
    if (progress.lists === 0) return;
    for (const index of progress.due) {
      const rule = this.rules[index]!;
      const { afterSeconds = 0, afterLists = 0 } = rule;
      if (now - progress.firstListAt < afterSeconds * 1000 || progress.lists < afterLists) continue;
      progress.due = progress.due.filter((other) => other !== index);
      this.ship(store, rule);
    }
  }

  /** Called before a cancel, which may ship the order. */
  beforeCancel(store: OrderStore, id: bigint): void {
    if (this.progress.lists === 0 || store.stateOf(id) !== "pending") return;
    this.rules.forEach((rule, index) => {
      if (rule.beforeCancel === undefined || (rule.id !== undefined && rule.id !== id)) return;
      if (++this.progress.cancels[index]! % rule.beforeCancel === 0) store.ship(id);
    });
  }

  private ship(store: OrderStore, { id, count = 1 }: ShipRule): void {
    if (id !== undefined) {
      store.ship(id);
      return;
    }
    const ids = store.idsIn("pending", Math.max(count, CANDIDATES));
    for (let shipped = 0; shipped < count && ids.length > 0; shipped++) {
      const index = Math.floor(seededRandom(this.seed, this.progress.due.length, shipped) * ids.length);
      store.ship(ids.splice(index, 1)[0]!);
    }
  }
}
