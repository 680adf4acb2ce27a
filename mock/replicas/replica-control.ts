/** The control API on worlds that replicas share. */
import { baseOf, ownOrNamed } from "../../scenarios/load.ts";
import { parseMark, parseReset } from "../control/bodies.ts";
import { startOf, stateText } from "../control/commands.ts";
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
  const perform: Run = async (route, { world, query, parameter, body }) =>
    await worlds(world).perform(() => {
      world.shipDue(service.now());
      // The same world, also if it was deleted since.
      return route.run({ service, world, query, parameter, body });
    });
  /** Routes that do more, or less, than to run on one world. */
  const special: Readonly<Record<string, Run>> = {
    // Whether the store answers: it opens no world.
    "GET health": (route, { query, parameter, body }) =>
      perform(route, { service, world: service.main, query, parameter, body }),
    "GET worlds": async (route, call) => route.run(call),
    "DELETE worlds": async (route, call) => {
      const name = call.query.get("world") ?? "";
      if (name !== "") await store.delete(name);
      return route.run(call);
    },
    "PUT marks": async (_, { world, body }) => {
      const { start, changes } = parseMark(body);
      await worlds(world).reset(start, changes);
      return stateText(world, { offset: 0, limit: 0 });
    },
    "POST reset": async (_, { world, body }) => {
      const wanted = parseReset(body);
      // The name may be one that the world has from another replica.
      await shipDue(world);
      const scenario =
        typeof wanted.scenario === "string"
          ? ownOrNamed(wanted.scenario, world.template.scenario)
          : wanted.scenario;
      const ofAll = baseOf(service.template.scenario);
      await worlds(world).reset(
        startOf({ ...wanted, scenario }, (known) => baseOf(known) === ofAll),
      );
      return stateText(world, { offset: 0, limit: 0 });
    },
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
