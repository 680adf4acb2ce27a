/** A world in the same process: for msw handlers what the control API is over HTTP. A page can keep it in its storage. */
import { asOneScenario, asScenario, type ScenarioChoice } from "../../scenarios/load.ts";
import { readScenario } from "../../scenarios/read-scenario.ts";
import type { Scenario, WrittenFault } from "../../scenarios/scenario.ts";
import { localWorld } from "../control/local-world.ts";
import { ownWorlds } from "../control/open-world.ts";
import type { WorldControl } from "../control/world-control.ts";
import { mockError } from "../errors/mock.ts";
import {
  checkOptions,
  createService,
  type Service,
  type ServiceOptions,
} from "../service/service.ts";
import { startOf } from "../service/world-template.ts";

/** The orders of one test, story or tab. Handlers with the same world share them. */
export interface MockWorld extends WorldControl {}

const services = new WeakMap<MockWorld, () => Promise<Service>>();

/** The orders are created, and files are read, on first use. Throws a UserError for invalid options and scenarios immediately. */
export function createWorld(given: ServiceOptions = {}): MockWorld {
  checkOptions(given, "createWorld");
  const { scenario = "default", ...rest } = given;
  const all = [scenario].flat() as readonly (string | Scenario)[];
  const read = all.map((one) => (typeof one === "string" ? one : readScenario(one)));
  const options = { ...rest, scenario: read };
  let created: Promise<Service> | undefined;
  const getService = (): Promise<Service> => {
    created ??= createService(options);
    return created;
  };
  const world: MockWorld = localWorld(async () => ownWorlds(await getService()).open(""));
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
  faults: readonly WrittenFault[] = [],
): Promise<void> {
  const service = await serviceOf(world)();
  const more = faults.length === 0 ? [] : [{ name: "faults", faults }];
  const wanted = await asOneScenario([choice, more].flat(2) as ScenarioChoice);
  await service.useScenario(await asScenario(wanted));
}

/** In the storage: how the page had started, a line feed, and the document of the world. */
const ITEM = "orders-kit-world";

/** The part of `sessionStorage` or `localStorage` that is used. */
export type WorldStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Restores the world from the storage, and saves it there after each change. */
export async function keepWorld(world: MockWorld, storage: WorldStorage): Promise<void> {
  const service = await serviceOf(world)();
  const { main } = service;
  const [before, document = ""] = (storage.getItem(ITEM) ?? "").split("\n");
  // If the code has another start now, the page begins with that. The day is that of the document.
  const origin = startOf({ ...main.template, day: 0 });
  try {
    if (before === origin) await world.restore(document);
  } catch (error) {
    // It was damaged, or its scenario is no longer there: the page begins with the world as it was created.
    storage.removeItem(ITEM);
    console.warn(
      `orders-kit: what the page has kept of its orders cannot be read, so they start again. ${(error as Error).message}`,
    );
  }

  let isScheduled = false;
  // After the update: it is sent while a call is being answered.
  main.watch(() => {
    if (isScheduled) return;
    isScheduled = true;
    void Promise.resolve().then(() => {
      isScheduled = false;
      save(storage, `${origin}\n${main.document()}`);
    });
  });
}

function save(storage: WorldStorage, text: string): void {
  try {
    storage.setItem(ITEM, text);
  } catch {
    // A storage that is full costs the page nothing but the reload.
    storage.removeItem(ITEM);
  }
}
