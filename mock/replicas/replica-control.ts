/** The control API on worlds that replicas share. */
import { randomUUID } from "node:crypto";
import { ownOrNamed } from "../../scenarios/load.ts";
import { parseReset } from "../control/bodies.ts";
import { startOf, templateOf } from "../control/commands.ts";
import { Problem } from "../control/problem.ts";
import {
  type ControlCall,
  type ControlRoute,
  ROUTES,
  type WorldAccess,
} from "../control/routes.ts";
import { storeUnavailableError } from "../errors/control.ts";
import type { Service } from "../service/service.ts";
import type { SharedWorlds, WorldDocument } from "./shared-worlds.ts";
import { RETRY_AFTER_SECONDS, StoreUnavailable } from "./world-store.ts";

type Run = (route: ControlRoute, call: ControlCall) => Promise<string | undefined>;

const STATE = ROUTES.find(({ line }) => line === "GET state")!;

export function sharedAccess(service: Service, worlds: SharedWorlds): WorldAccess {
  const { store } = worlds;
  const perform: Run = async (route, { world, query, parameter, body }) =>
    await worlds.perform(world, () => {
      world.shipDue(service.now());
      // The same world, also if it was deleted since.
      return route.run({ service, world, query, parameter, body });
    });
  /** What does more, or less, than to run a route on a world. */
  const special: Readonly<Record<string, Run>> = {
    "GET worlds": async (route, call) => {
      await worlds.updateAll();
      return route.run(call);
    },
    "DELETE worlds": async (route, call) => {
      const name = call.query.get("world") ?? "";
      if (name !== "") await store.delete(name);
      return route.run(call);
    },
    /** It does not need what the store has of the world: this is how one that cannot be used is mended. */
    "POST reset": async (_, call) => {
      const { world } = call;
      const { scenario: wanted, seed, orders } = parseReset(call.body);
      if (wanted !== undefined) await worlds.update(world).catch(() => {});
      const scenario =
        typeof wanted === "string" ? ownOrNamed(wanted, world.template.scenario) : wanted;
      const start = startOf(
        { scenario, seed, orders },
        (known) => known === service.template.scenario,
      );
      // Throws for an unknown scenario, and for a text that the other replicas could not read.
      await templateOf(service, start);
      const epoch = randomUUID();
      const document = JSON.stringify({ epoch, start } satisfies WorldDocument);
      await store.replace(world.name, { version: epoch, document });
      const query = new URLSearchParams({ limit: "0" });
      return perform(STATE, { service, world, query, parameter: "", body: "" });
    },
  };
  return {
    refresh: (world) => withProblems(() => worlds.update(world)),
    run: (route, call) => withProblems(() => (special[route.line] ?? perform)(route, call)),
  };
}

/** Sends a failure of the store as a problem. */
async function withProblems<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new Problem(503, storeUnavailableError(), ["Retry-After", RETRY_AFTER_SECONDS]);
  }
}
