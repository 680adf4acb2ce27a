/** Keeps a world in the storage of a page, so that a reload goes on with it. */
import { scenarios } from "../../scenarios/load.ts";
import { parseJson, stringifyJson } from "../../spec/interface/json.ts";
import { startOf, templateOf, type WorldStart } from "../control/commands.ts";
import type { Service } from "../service/service.ts";
import type { World, WorldSnapshot } from "../service/world.ts";
import { type MockWorld, serviceOf } from "./mock-world.ts";

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
  const start = startOf({ scenario, seed, orders: table.ids.length }, ({ name }) => scenarios[name] === scenario);
  const snapshot: Snapshot = { version: VERSION, start, changes: world.snapshot() };
  try {
    storage.setItem(ITEM, stringifyJson(snapshot));
  } catch {
    // A storage that is full costs the page nothing but the reload.
    storage.removeItem(ITEM);
  }
}
