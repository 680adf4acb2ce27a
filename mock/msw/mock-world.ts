/** A world in the same process: for msw handlers what the control API is over HTTP. A page can keep it in its storage. */
import { scenarios } from "../../scenarios/load.ts";
import { parseJson, stringifyJson } from "../../spec/interface/json.ts";
import { type OrderId, parseInteger } from "../../spec/schema/integers.ts";
import {
  getRequests,
  listText,
  resetWorld,
  startOf,
  stateText,
  templateOf,
  type WorldStart,
} from "../control/commands.ts";
import {
  checkSound,
  idsIn,
  type OrdersState,
  type WorldControl,
} from "../control/world-control.ts";
import { cannotCancelError, cannotShipError, foreignWorldError } from "../errors/mock.ts";
import type { CurrentState } from "../service/order-store.ts";
import {
  checkOptions,
  createService,
  type Service,
  type ServiceOptions,
} from "../service/service.ts";
import type { World, WorldSnapshot } from "../service/world.ts";

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
  const change = async (
    id: OrderId,
    to: "shipped" | "cancelled",
  ): Promise<CurrentState | "unknown"> => {
    const { store } = (await getService()).main;
    const number = parseInteger(String(id));
    return (number === undefined ? undefined : store.change(number, to)) ?? "unknown";
  };
  const world: MockWorld = {
    reset: async (size) => {
      const service = await getService();
      await resetWorld(service, service.main, size);
    },
    list: async () => parseJson(listText((await getService()).main), { ids: "string" }),
    state: async () => stateOf(await getService()),
    ids: async (state) => idsIn(stateOf(await getService()), state),
    ship: async (id) => {
      const before = await change(id, "shipped");
      if (before === "unknown" || before === "cancelled")
        throw cannotShipError({ id: String(id), state: before });
    },
    cancel: async (id) => {
      const before = await change(id, "cancelled");
      if (before === "unknown" || before === "shipped")
        throw cannotCancelError({ id: String(id), state: before });
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
  const { scenario, seed, counts, orders } = parseJson<OrdersState>(text, { ids: "string" });
  return { scenario, seed, counts, orders };
}

/** Returns a function that creates the service of a world on first use. Throws a UserError for an object that is not such a world. */
export function serviceOf(world: MockWorld): () => Promise<Service> {
  const service = services.get(world);
  if (service === undefined) throw foreignWorldError();
  return service;
}

/** In the storage. */
const ITEM = "orders-kit-world";
/** A snapshot of another version is not read. */
const VERSION = 4;

/** A world as plain data: enough to go on with it after the page was loaded again. */
interface Snapshot {
  readonly version: number;
  readonly start: WorldStart;
  readonly changes: WorldSnapshot;
}

/** The part of `sessionStorage` or `localStorage` that is used. */
export type WorldStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Restores the world from the storage, and saves it there after each change. */
export async function keepWorld(world: MockWorld, storage: WorldStorage): Promise<void> {
  const service = await serviceOf(world)();
  const saved = storage.getItem(ITEM);
  try {
    if (saved !== null) await restore(service, parseJson<Snapshot>(saved));
  } catch {
    // It was damaged, or its scenario is no longer there: the page begins with the world as it was created.
    storage.removeItem(ITEM);
    await world.reset();
  }
  let isScheduled = false;
  // After the update: it is sent while a call is being answered.
  service.main.watch(() => {
    if (isScheduled) return;
    isScheduled = true;
    queueMicrotask(() => {
      isScheduled = false;
      save(storage, service.main);
    });
  });
}

async function restore(service: Service, { version, start, changes }: Snapshot): Promise<void> {
  if (version !== VERSION) return;
  service.main.reset(await templateOf(service, start));
  service.main.restore(changes);
}

function save(storage: WorldStorage, world: World): void {
  const { scenario, seed, table } = world.template;
  const start = startOf(
    { scenario, seed, orders: table.ids.length },
    ({ name }) => scenarios[name] === scenario,
  );
  const snapshot: Snapshot = { version: VERSION, start, changes: world.snapshot() };
  try {
    storage.setItem(ITEM, stringifyJson(snapshot));
  } catch {
    // A storage that is full costs the page nothing but the reload.
    storage.removeItem(ITEM);
  }
}
