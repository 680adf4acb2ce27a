/** The control API on worlds that replicas share. */
import type { ControlCall, ControlRoute, WorldAccess } from "../control/routes.ts";
import { controlError } from "../errors/control.ts";
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import type { SharedWorlds } from "./shared-worlds.ts";
import { StoreUnavailable } from "./store-client.ts";
import type { WorldStore } from "./world-store.ts";

type Run = (route: ControlRoute, call: ControlCall) => Promise<string | undefined>;

export function sharedAccess(
  service: Service,
  worlds: SharedWorlds,
  store: WorldStore,
): WorldAccess {
  const shipDue = (world: World): Promise<void> =>
    worlds(world).perform(() => world.shipDue(service.now()));
  const perform: Run = async (route, call) => {
    // The same world, also if it was deleted since.
    const { world, ...rest } = call;
    return worlds(world).perform(() => {
      world.shipDue(service.now());
      return route.run({ world, ...rest });
    });
  };
  const restart: Run = async (route, call) => {
    const { world, ...rest } = call;
    // The name of a scenario may be one that the world has from another replica.
    await shipDue(world);
    return route.run({ world, ...rest, commit: worlds(world).restart });
  };
  /** Routes that do more, or less, than to run on one world. */
  const special: Readonly<Record<string, Run>> = {
    // Whether the store answers.
    "GET health": (route, call) => perform(route, { ...call, world: service.main }),
    "GET worlds": async (route, call) => route.run(call),
    "DELETE worlds": async (route, call) => {
      const name = call.query.get("world") ?? "";
      if (name !== "") await store.delete(name);
      return route.run(call);
    },
    "POST reset": restart,
    "PUT marks": restart,
  };
  return {
    refresh: (world) => withProblems(() => shipDue(world)),
    run: (route, call) => withProblems(() => (special[route.line] ?? perform)(route, call)),
  };
}

/** Throws a failure of the store as a UserError. */
async function withProblems<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof StoreUnavailable ? controlError("store-unavailable") : error;
  }
}
