/** How worlds are reached: those of this process, or those that replicas share. */
import { controlError } from "../errors/control.ts";
import { DEFAULT_KEY, type Service } from "../service/service.ts";
import type { World } from "../service/world.ts";

/** The worlds of a mock, by their names. */
export interface OpenWorlds {
  /** Creates the world on first use. Throws a UserError for a name that is not valid. */
  open(name: string): OpenWorld;
  /** The next use of the name creates the world again. */
  delete(name: string): Promise<void>;
}

/** A world that can be changed. */
export interface OpenWorld {
  readonly service: Service;
  readonly world: World;
  /** Acts on the world; where replicas share it, perhaps more than once. Resolves when all know the effect. */
  run<T>(act: () => T): Promise<T>;
  /** Lets a start from a template or a document take effect. */
  start(change: () => void): Promise<void>;
}

/** Acts on a world in which the shipments are made that are due. */
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

/** The world, created on first use. Throws a UserError for a name that is not valid. */
export function worldNamed({ worlds }: Service, name: string): World {
  const world = worlds.open(name);
  if (world === undefined) throw controlError("bad-world");
  return world;
}

export type WorldList = ReturnType<typeof listWorlds>;

/** The worlds that there are, the main one first, and how others are opened. */
export function listWorlds({ worlds, isShared, apiKeys, now }: Service) {
  return {
    now: now(),
    most: worlds.maxWorlds,
    shared: isShared,
    /** The key of the main world. Any other than the usual one may be that of a real service. */
    key: apiKeys.includes(DEFAULT_KEY) ? DEFAULT_KEY : `\${ORDERS_API_KEY}`,
    worlds: worlds.all().map(({ name, calls, template }) => {
      return { name, calls, scenario: template.scenario.name };
    }),
  };
}
