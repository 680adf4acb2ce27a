/** Reaches the control of a mock in the same process: the same routes, called as functions. */
import { UserError } from "../../spec/errors/user-error.ts";
import { notFoundError } from "../errors/control.ts";
import type { Service } from "../service/service.ts";
import type { ControlTransport } from "./control-client.ts";
import { Problem } from "./problem.ts";

export function directTransport(getService: () => Promise<Service>): ControlTransport {
  return async (method, path, query, body = "") => {
    const service = await getService();
    // Loaded on demand, with the parser of scenarios: many pages never use them.
    const { routesOf, worldOf } = await import("./routes.ts");
    const found = routesOf(path).find(({ route }) => route.method === method);
    if (found === undefined) throw notFoundError();
    const { route, parameter } = found;
    const world = worldOf(service, query);
    try {
      return (await route.run({ service, world, query, parameter, body })) ?? "";
    } catch (error) {
      throw error instanceof Problem ? new UserError(error) : error;
    }
  };
}
