/** The control API on worlds that replicas share. */
import { randomUUID } from "node:crypto";
import { ownOrNamed } from "../../scenarios/load.ts";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
import { startOf, templateOf } from "../control/commands.ts";
import {
  type ControlCall,
  type ControlRoute,
  Problem,
  parseReset,
  ROUTES,
  type WorldAccess,
} from "../control/routes.ts";
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import type { SharedWorlds } from "./shared-worlds.ts";
import { RETRY_AFTER_SECONDS, StoreUnavailable } from "./store-connection.ts";

type Run = (route: ControlRoute, call: ControlCall) => Promise<string | undefined>;

const STATE = ROUTES.find(({ line }) => line === "GET state")!;

export class ReplicaControl implements WorldAccess {
  private readonly service: Service;
  private readonly worlds: SharedWorlds;
  /** What does more, or less, than to run a route on a world. */
  private readonly special: Readonly<Record<string, Run>>;

  constructor(service: Service, worlds: SharedWorlds) {
    this.service = service;
    this.worlds = worlds;
    this.special = {
      "GET health": async (route, call) => {
        await worlds.update(service.main);
        return route.run(call);
      },
      "GET worlds": async (route, call) => {
        await worlds.updateAll();
        return route.run(call);
      },
      "DELETE worlds": async (route, call) => {
        const name = call.query.get("world") ?? "";
        if (name !== "") await worlds.store.delete(name);
        return route.run(call);
      },
      "GET requests": (route, call) => this.readLog(route, call),
      "GET requests/{id}": (route, call) => this.readLog(route, call),
      "POST reset": (_, call) => this.reset(call),
    };
  }

  run(route: ControlRoute, call: ControlCall): Promise<string | undefined> {
    const run = this.special[route.line];
    return withProblems(async () => (run === undefined ? await this.perform(route, call) : await run(route, call)));
  }

  refresh(world: World): Promise<void> {
    return withProblems(async () => {
      await this.worlds.update(world);
      await this.worlds.of(world).readLog();
    });
  }

  private async perform(route: ControlRoute, call: ControlCall): Promise<string | undefined> {
    return await this.worlds.of(call.world).perform(() => route.run(call));
  }

  private async readLog(route: ControlRoute, call: ControlCall): Promise<string | undefined> {
    await this.refresh(call.world);
    return route.run(call);
  }

  /** It does not need what the store has of the world: this is how one that cannot be used is mended. */
  private async reset(call: ControlCall): Promise<string | undefined> {
    const { world } = call;
    const { scenario: wanted, seed, orders } = parseReset(call.body);
    if (wanted !== undefined) await this.worlds.update(world).catch(() => {});
    const scenario = typeof wanted === "string" ? ownOrNamed(wanted, world.template.scenario) : wanted;
    const { service } = this;
    const start = startOf({ scenario, seed, orders }, (known) => known === service.template.scenario);
    // Throws for an unknown scenario, and for a text that the other replicas could not read.
    await templateOf(service, start);
    await this.worlds.store.reset(world, randomUUID(), JSON.stringify(start));
    return await this.perform(STATE, { ...call, query: new URLSearchParams({ limit: "0" }) });
  }
}

/** Sends a failure of the store as a problem. */
async function withProblems<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new Problem(503, USER_ERRORS.storeUnavailable(), ["Retry-After", RETRY_AFTER_SECONDS]);
  }
}
