/** How the control reaches worlds: those of this process, or those that replicas share. */
import type { Service } from "../service/service.ts";
import type { World } from "../service/world.ts";
import type { ControlCall, ControlRoute, ResponseBody } from "./routes.ts";

export interface WorldAccess {
  /** Runs a route on its world. */
  run(route: ControlRoute, call: ControlCall): ResponseBody | Promise<ResponseBody>;
  /** Brings a watched world up to date: shipments that are due, and what other replicas have done. */
  refresh(world: World): Promise<void>;
}

/** The worlds of this process. */
export function directAccess({ now }: Service): WorldAccess {
  return { run: (route, call) => route.run(call), refresh: async (world) => world.shipDue(now()) };
}
