/** A world in the program that uses it: what /__admin is over HTTP, for handlers of msw. */
import type { Fault } from "../../scenarios/troubles.ts";
import { parseInteger } from "../../spec/int64.ts";
import { PROBLEMS } from "../../spec/problems.ts";
import { PENDING, SHIPPED } from "../seed.ts";
import { checkOptions, createService, type Service, type ServiceOptions } from "../service.ts";
import { type Annotated, type ResetOptions, requestsOf, resetWorld } from "./commands.ts";

/** Orders and all that happens to them, for one test, story or tab. Whoever shares the object shares the orders. */
export interface MockWorld {
  /** Begins anew: as it was created, or with another scenario, seed or number of orders. */
  reset(options?: ResetOptions): Promise<void>;
  /** Ids of orders in a state, as many as there are. */
  ids(state: "pending" | "shipped"): Promise<bigint[]>;
  /** Lets a pending order ship; its cancel is a conflict from then on. Throws a UserError when no order can. */
  ship(id: bigint | number | string): Promise<void>;
  /** These faults from now on, and none but these; without any, nothing goes wrong any more. */
  fault(...faults: readonly Fault[]): Promise<void>;
  /** The calls since the last reset, with what the contract says of them. */
  requests(): Promise<readonly Annotated[]>;
}

const services = new WeakMap<MockWorld, () => Promise<Service>>();

/** Nothing is made before it is first used. Throws a UserError at once for options that no service can be made of. */
export function createWorld(options: ServiceOptions = {}): MockWorld {
  checkOptions(options);
  let made: Promise<Service> | undefined;
  const service = (): Promise<Service> => {
    made ??= createService(options);
    return made;
  };
  const world: MockWorld = {
    reset: async (size) => {
      const own = await service();
      await resetWorld(own, own.main, size);
    },
    ids: async (state) => {
      const { main, now } = await service();
      main.settle(now());
      return main.world.idsIn(state === "pending" ? PENDING : SHIPPED, Number.POSITIVE_INFINITY);
    },
    ship: async (id) => {
      const { world } = (await service()).main;
      const number = parseInteger(String(id));
      const result = number === undefined ? "unknown" : world.ship(number);
      if (result === "unknown" || result === "cancelled-before") throw PROBLEMS.cannotShip(String(id), result);
    },
    fault: async (...faults) => (await service()).main.setFaults(faults),
    requests: async () => {
      const own = await service();
      return requestsOf(own, own.main);
    },
  };
  services.set(world, service);
  return world;
}

/** Makes, when it is first called, what answers for a world. Throws a UserError for an object that is no such world. */
export function serviceOf(world: MockWorld): () => Promise<Service> {
  const service = services.get(world);
  if (service === undefined) throw PROBLEMS.foreignWorld();
  return service;
}
