/** The events of one world: faults, shipments and the expiry of the key. Most worlds have none. */
import type { ScenarioEvents } from "../../scenarios/events.ts";
import type { Match } from "../../spec/interface/match.ts";
import type { FaultEffect } from "../replies/messages.ts";
import { Faults } from "./faults.ts";
import type { OrderStore } from "./order-store.ts";
import { Shipments } from "./shipments.ts";

const KEY_EXPIRED: FaultEffect = { delayMs: 0, status: 401, keyExpired: true };

export class WorldEvents {
  faults: Faults;
  readonly shipments: Shipments;
  private readonly lastAcceptedCall: number;

  constructor({ faults = [], ships = [], key }: ScenarioEvents, seed: number) {
    this.faults = new Faults(faults, seed);
    this.shipments = new Shipments(ships, seed);
    this.lastAcceptedCall = key?.expiresAfter ?? Number.POSITIVE_INFINITY;
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
