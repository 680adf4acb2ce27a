/** The control API on worlds that replicas share. */
import { randomUUID } from "node:crypto";
import { USER_ERRORS } from "../../spec/errors/user-errors.ts";
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
import { routeName } from "./journal-entry.ts";
import { setupText } from "./setup.ts";
import type { SharedWorlds } from "./shared-worlds.ts";
import { RETRY_AFTER_SECONDS, StoreUnavailable } from "./store-connection.ts";

type Run = (route: ControlRoute, call: ControlCall) => Promise<string | undefined>;

const STATE = ROUTES.find((route) => routeName(route) === "GET state")!;

export class ReplicaControl implements WorldAccess {
  private readonly service: Service;
  private readonly worlds: SharedWorlds;
  /** Routes that neither only read one world nor only change it. */
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
    const name = routeName(route);
    return withProblems(async () => {
      const special = this.special[name];
      if (special !== undefined) return await special(route, call);
      if (route.method === "GET") return await this.read(route, call);
      const { world, parameter, body } = call;
      const entry = () => ({ at: this.service.now(), control: { route: name, parameter, body } });
      return await this.worlds.of(world).perform(entry, () => route.run(call));
    });
  }

  refresh(world: World): Promise<void> {
    return withProblems(async () => {
      await this.worlds.update(world);
      await this.worlds.of(world).readLog();
    });
  }

  private async read(route: ControlRoute, call: ControlCall): Promise<string | undefined> {
    const { service } = this;
    return await this.worlds.read(call.world, (at) => route.run({ ...call, service: { ...service, now: () => at } }));
  }

  private async readLog(route: ControlRoute, call: ControlCall): Promise<string | undefined> {
    await this.refresh(call.world);
    return route.run(call);
  }

  private async reset(call: ControlCall): Promise<string | undefined> {
    const { world } = call;
    const { scenario: wanted, seed, orders } = parseReset(call.body);
    // The scenario of the world is known by its name.
    await this.worlds.update(world);
    const scenario = wanted === world.template.scenario.name ? world.template.scenario : wanted;
    // Throws for an unknown scenario.
    await this.service.templateFor(scenario, { seed, orders });
    await this.worlds.store.reset(world, randomUUID(), setupText({ scenario, seed, orders }, this.service));
    return await this.read(STATE, { ...call, query: new URLSearchParams({ limit: "0" }) });
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
