/** Keeps a world in the storage of a page, so that a reload goes on with it. */
import { parseJson, stringifyJson } from "../../spec/interface/json.ts";
import { restoreSnapshot, type Snapshot, takeSnapshot } from "../service/snapshot.ts";
import { type MockWorld, serviceOf } from "./mock-world.ts";

const ITEM = "orders-kit-world";

/** The part of `sessionStorage` or `localStorage` that is used. */
export type WorldStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Restores the world from the storage, and saves it there after each change. */
export async function keepWorld(world: MockWorld, storage: WorldStorage): Promise<void> {
  const service = await serviceOf(world)();
  const saved = storage.getItem(ITEM);
  try {
    if (saved !== null) await restoreSnapshot(service, service.main, parseJson<Snapshot>(saved));
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
      save(storage, stringifyJson(takeSnapshot(service.main)));
    });
  });
}

/** A storage that is full costs the page nothing but the reload. */
function save(storage: WorldStorage, text: string): void {
  try {
    storage.setItem(ITEM, text);
  } catch {
    storage.removeItem(ITEM);
  }
}
