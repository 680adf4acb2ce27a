/** A world in the same process: for msw handlers what the control API is over HTTP. A page can keep it in its storage. */
import { asOneScenario, loadScenario, type ScenarioChoice } from "../../scenarios/load.ts";
import type { Fault } from "../../scenarios/scenario.ts";
import { parseJson, stringifyJson } from "../../spec/interface/json.ts";
import { clientWorld } from "../control/client-world.ts";
import { resetWorld } from "../control/commands.ts";
import { ControlClient } from "../control/control-client.ts";
import { directTransport } from "../control/direct-transport.ts";
import { type Mark, markOf, restoreMark } from "../control/marks.ts";
import type { WorldControl } from "../control/world-control.ts";
import { mockError } from "../errors/mock.ts";
import {
  checkOptions,
  createService,
  type Service,
  type ServiceOptions,
} from "../service/service.ts";
import type { World } from "../service/world.ts";

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
  const world: MockWorld = {
    ...clientWorld(new ControlClient("", directTransport(getService))),
    // As it is: a text of the scenario would not be known to be the one that the world was created with.
    reset: async (size) => {
      const service = await getService();
      await resetWorld(service, service.main, size);
    },
  };
  services.set(world, getService);
  return world;
}

/** Returns a function that creates the service of a world on first use. Throws a UserError for an object that is not such a world. */
export function serviceOf(world: MockWorld): () => Promise<Service> {
  const service = services.get(world);
  if (service === undefined) throw mockError("foreign-world");
  return service;
}

/** Makes the world start, now and at each reset without another scenario, from this one, with further faults. Throws a UserError. */
export async function beginWith(
  world: MockWorld,
  choice: ScenarioChoice = "default",
  faults: readonly Fault[] = [],
): Promise<void> {
  const service = await serviceOf(world)();
  const wanted = await asOneScenario(choice);
  const scenario = typeof wanted === "string" ? await loadScenario(wanted) : wanted;
  if (faults.length === 0) return service.useScenario(scenario);
  // Loaded on demand: a page starts without the parser.
  const { parseFaults } = await import("../../scenarios/parse.ts");
  const more = parseFaults(stringifyJson(faults), "faults");
  await service.useScenario({ ...scenario, faults: [...(scenario.faults ?? []), ...more] });
}

/** In the storage. */
const ITEM = "orders-kit-world";
/** A snapshot of another version is not read. */
const VERSION = 5;

/** Enough to go on with a world after the page was loaded again. */
interface Saved extends Mark {
  readonly version: number;
  /** The earlier start of the page: if the code has another one now, the page begins with that. */
  readonly origin: string;
}

/** The part of `sessionStorage` or `localStorage` that is used. */
export type WorldStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Restores the world from the storage, and saves it there after each change. */
export async function keepWorld(world: MockWorld, storage: WorldStorage): Promise<void> {
  const service = await serviceOf(world)();
  const saved = storage.getItem(ITEM);
  const origin = JSON.stringify(markOf(service.main).start);
  try {
    const { version, origin: before, ...mark }: Saved = parseJson(saved ?? "{}");
    if (version === VERSION && before === origin) await restoreMark(service, service.main, mark);
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
    void Promise.resolve().then(() => {
      isScheduled = false;
      save(storage, origin, service.main);
    });
  });
}

function save(storage: WorldStorage, origin: string, world: World): void {
  const saved: Saved = { version: VERSION, origin, ...markOf(world) };
  try {
    storage.setItem(ITEM, JSON.stringify(saved));
  } catch {
    // A storage that is full costs the page nothing but the reload.
    storage.removeItem(ITEM);
  }
}
