/** Opens worlds, whether they are in this process or shared by replicas. */
import { controlError } from "../errors/control-errors.ts";
import { DEFAULT_KEY, type Service } from "../service/service.ts";
import type { World } from "../service/world.ts";

/** The worlds of a mock, by name. */
export interface OpenWorlds {
  /** Creates the world on first use. Throws a UserError for an invalid name. */
  open(name: string): OpenWorld;
  /** The next use of the name creates the world again. */
  delete(name: string): Promise<void>;
}

export interface OpenWorld {
  readonly service: Service;
  readonly world: World;
  /**
   * Runs `act` on the world, perhaps more than once if replicas share it. Resolves when all of them
   * know the effect.
   */
  run<T>(act: () => T): Promise<T>;
  /** Makes a start from a template or a document take effect. */
  start(change: () => void): Promise<void>;
}

/** Acts on a world once its due shipments have been made. */
export function actOn<T>(
  { service, world, run }: OpenWorld,
  act: (world: World, service: Service) => T,
): Promise<T> {
  return run(() => {
    world.shipDue(service.now());
    return act(world, service);
  });
}

/** The worlds of this process. */
export function ownWorlds(service: Service): OpenWorlds {
  const now = async <T>(act: () => T): Promise<T> => act();
  return {
    open: (name) => ({ service, world: worldNamed(service, name), run: now, start: now }),
    delete: async (name) => void service.worlds.close(name),
  };
}

/** Returns the world, created on first use. Throws a UserError for an invalid name. */
export function worldNamed({ worlds }: Service, name: string): World {
  const world = worlds.open(name);
  if (world === undefined) throw controlError("bad-world");
  return world;
}

export type WorldList = ReturnType<typeof listWorlds>;

/** The existing worlds, the main one first, and what is needed to open others. */
export function listWorlds({ worlds, isShared, apiKeys, now }: Service) {
  return {
    now: now(),
    most: worlds.maxWorlds,
    shared: isShared,
    /**
     * Key of the main world. We hide any but the default key, because it may belong to a real
     * service.
     */
    key: apiKeys.includes(DEFAULT_KEY) ? DEFAULT_KEY : `\${ORDERS_API_KEY}`,
    worlds: worlds.all().map(({ name, calls, template }) => {
      return { name, calls, scenario: template.scenario.name };
    }),
  };
}
