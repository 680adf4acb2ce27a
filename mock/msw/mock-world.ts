/** A world in the same process: for msw handlers what the control API is over HTTP. */
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { type Order, parseJson, stringifyJson } from "../../spec/interface/json.ts";
import { parseInteger } from "../../spec/schema/int64.ts";
import { getRequests, listText, resetWorld, stateText } from "../control/commands.ts";
import { checkSound, idsIn, type OrderId, type OrdersState, type WorldControl } from "../control/world-control.ts";
import type { CurrentState } from "../service/order-store.ts";
import { checkOptions, createService, type Service, type ServiceOptions } from "../service/service.ts";

/** That of `orders-kit mock`. */
export const DEFAULT_BASE_URL = "http://127.0.0.1:4010/v1";

/** The orders of one test, story or tab. Handlers with the same world share them. */
export type MockWorld = WorldControl;

const services = new WeakMap<MockWorld, () => Promise<Service>>();

/** The orders are created on first use. Throws a UserError for invalid options immediately. */
export function createWorld(options: ServiceOptions = {}): MockWorld {
  checkOptions(options, "createWorld");
  let created: Promise<Service> | undefined;
  const getService = (): Promise<Service> => {
    created ??= createService(options);
    return created;
  };
  const change = async (id: OrderId, to: "shipped" | "cancelled"): Promise<CurrentState | "unknown"> => {
    const { store } = (await getService()).main;
    const number = parseInteger(String(id));
    return (number === undefined ? undefined : store.change(number, to)) ?? "unknown";
  };
  const world: MockWorld = {
    reset: async (size) => {
      const service = await getService();
      await resetWorld(service, service.main, size);
    },
    list: async () => parseJson<Order[]>(listText((await getService()).main)),
    state: async () => stateOf(await getService()),
    ids: async (state) => idsIn(stateOf(await getService()), state),
    ship: async (id) => {
      const before = await change(id, "shipped");
      if (before === "unknown" || before === "cancelled") throw USER_ERRORS.cannotShip(String(id), before);
    },
    cancel: async (id) => {
      const before = await change(id, "cancelled");
      if (before === "unknown" || before === "shipped") throw USER_ERRORS.cannotCancel(String(id), before);
    },
    fault: async (...faults) => {
      // Loaded on demand, as the parser of scenarios is. It reads what the control reads, with the same messages.
      const { parseFaults } = await import("../../scenarios/parse.ts");
      (await getService()).main.setFaults(parseFaults(stringifyJson(faults), "fault"));
    },
    requests: async () => {
      const service = await getService();
      return getRequests(service, service.main);
    },
    expectSound: async () => checkSound(await world.requests()),
  };
  services.set(world, getService);
  return world;
}

function stateOf(service: Service): OrdersState {
  const text = stateText(service, service.main, { offset: 0, limit: Number.POSITIVE_INFINITY });
  const { scenario, seed, counts, orders } = parseJson<OrdersState>(text);
  return { scenario, seed, counts, orders };
}

/** Returns a function that creates the service of a world on first use. Throws a UserError for an object that is not such a world. */
export function serviceOf(world: MockWorld): () => Promise<Service> {
  const service = services.get(world);
  if (service === undefined) throw USER_ERRORS.foreignWorld();
  return service;
}
