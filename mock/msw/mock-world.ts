/**
 * A world in the same process, which gives msw handlers what the control API offers over HTTP. A
 * page can keep it in its storage.
 */
import { asOneScenario, asScenario, type ScenarioChoice } from "../../scenarios/load.ts";
import { readScenario } from "../../scenarios/read-scenario.ts";
import type { Scenario, WrittenFault } from "../../scenarios/scenario.ts";
import { localWorld } from "../control/local-world.ts";
import { ownWorlds } from "../control/open-world.ts";
import type { WorldControl } from "../control/world-control.ts";
import { mockError } from "../errors/mock-errors.ts";
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

/**
 * Creates the orders and reads files on first use. Throws a UserError for invalid options and
 * scenarios immediately.
 */
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

/**
 * Returns a function that creates the world's service on first use. Throws a UserError if the
 * object was not made by createWorld.
 */
export function serviceOf(world: MockWorld): () => Promise<Service> {
  const service = services.get(world);
  if (service === undefined) throw mockError("foreign-world");
  return service;
}

/**
 * Makes the world start from this scenario with additional faults, now and at each reset without
 * another scenario. Throws a UserError.
 */
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

/** The stored item: how the page started, a line feed, and the document of the world. */
const ITEM = "orders-kit-world";

/** The part of `sessionStorage` or `localStorage` that we use. */
export type WorldStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Restores the world from the storage, and saves it there after each change. */
export async function keepWorld(world: MockWorld, storage: WorldStorage): Promise<void> {
  const service = await serviceOf(world)();
  const { main } = service;
  const [before, document = ""] = (storage.getItem(ITEM) ?? "").split("\n");
  // If the code now has another start, the page begins with that one. We ignore the day, which the
  // document keeps.
  const origin = startOf({ ...main.template, day: 0 });
  try {
    if (before === origin) await world.restore(document);
  } catch (error) {
    // The item is damaged, or its scenario is gone: the page begins with the world as created.
    storage.removeItem(ITEM);
    console.warn(
      `orders-kit: what the page has kept of its orders cannot be read, so they start again. ${(error as Error).message}`,
    );
  }

  let isScheduled = false;
  // Wait until the update is over, because it is reported while a call is being answered.
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
    // If the storage is full, the page only loses its orders on reload.
    storage.removeItem(ITEM);
  }
}
