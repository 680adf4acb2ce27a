/** What a scenario makes happen in one world: its faults, the orders that ship, the key that expires. Most worlds have none. */
import type { Troubles } from "../scenarios/troubles.ts";
import type { Route } from "../spec/operations.ts";
import { Faults, type Trouble } from "./faults.ts";
import { Shipments } from "./shipments.ts";
import type { World } from "./store.ts";

const KEY_EXPIRED: Trouble = { delayMs: 0, status: 401, keyExpired: true };

export class Course {
  faults: Faults;
  readonly shipments: Shipments;
  private readonly lastCall: number;

  constructor({ faults = [], ships = [], key }: Troubles, seed: number) {
    this.faults = new Faults(faults, seed);
    this.shipments = new Shipments(ships, seed);
    this.lastCall = key?.expiresAfter ?? Number.POSITIVE_INFINITY;
  }

  /** Before a call with a good key has its effect. `nth` counts such calls from 1, `route` only where the method fits it. */
  meet(world: World, nth: number, route: Route | undefined, now: number): Trouble | undefined {
    this.shipments.settle(world, now);
    if (nth > this.lastCall) return KEY_EXPIRED;
    const trouble = this.faults.meet(route?.operation.id);
    const refused = trouble?.status !== undefined;
    if (!refused && route?.orderId !== undefined) this.shipments.beforeCancel(world, route.orderId);
    return trouble;
  }
}

/** The course of a world at its start; undefined where nothing happens. */
export function startCourse(troubles: Troubles, seed: number): Course | undefined {
  const { faults = [], ships = [], key } = troubles;
  return faults.length + ships.length > 0 || key !== undefined ? new Course(troubles, seed) : undefined;
}
