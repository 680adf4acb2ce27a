/** Reaches the control of a mock that runs in the same page: the same routes, called as functions. */

import { stringifyJson } from "../../spec/json/json.ts";
import type { ControlTransport } from "../control/control-client.ts";
import { eventData } from "../control/event-stream.ts";
import { matchRoute, ROUTES } from "../control/routes.ts";
import type { Service } from "../service/service.ts";
import type { World, WorldUpdate } from "../service/world.ts";
import type { ControlConnection, EventHandlers } from "./follow-world.ts";

/** How often due shipments are looked for. */
const POLL_MS = 1000;

export class ServiceConnection implements ControlConnection {
  private readonly service: Service;

  constructor(service: Service) {
    this.service = service;
  }

  readonly call: ControlTransport = async (method, path, query, body = "") => {
    const { service } = this;
    for (const route of ROUTES) {
      const parameter = route.method === method ? matchRoute(route, path) : undefined;
      if (parameter === undefined) continue;
      return (await route.run({ service, world: this.worldOf(query), query, parameter, body })) ?? "";
    }
    throw new Error(`The control has no ${method} ${path}.`);
  };

  events(query: URLSearchParams, { onOpen, onEvent }: EventHandlers, signal: AbortSignal): Promise<void> {
    const { service } = this;
    const world = this.worldOf(query);
    const send = (event: WorldUpdate): void =>
      onEvent({ name: event.kind, data: stringifyJson(eventData(service, world, event)) });
    onOpen();
    for (const request of world.log.after(Number(query.get("after") ?? 0))) send({ kind: "request", request });
    const unwatch = world.watch(send);
    const timer = setInterval(() => world.shipDue(service.now()), POLL_MS);
    return new Promise((resolve) => {
      const end = (): void => {
        clearInterval(timer);
        unwatch();
        resolve();
      };
      if (signal.aborted) end();
      else signal.addEventListener("abort", end, { once: true });
    });
  }

  private worldOf(query: URLSearchParams): World {
    const world = this.service.worlds.open(query.get("world") ?? "");
    if (world === undefined)
      throw new Error("The name of a world is 1 to 64 letters, digits, dots, hyphens, tildes or underscores.");
    return world;
  }
}
