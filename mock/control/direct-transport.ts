/** Reaches the control of a mock in the same process: the same routes, called as functions. */
import { notFoundError } from "../errors/control.ts";
import type { Service } from "../service/service.ts";
import type { ControlTransport } from "./control-client.ts";

export function directTransport(getService: () => Promise<Service>): ControlTransport {
  return async (method, path, query, body = "") => {
    const service = await getService();
    // Loaded on demand, with the parser of scenarios: many pages never use them.
    const { routesOf, worldOf } = await import("./routes.ts");
    const found = routesOf(path).find(({ route }) => route.method === method);
    if (found === undefined) throw notFoundError();
    const { route, parameter } = found;
    return (
      (await route.run({ service, world: worldOf(service, query), query, parameter, body })) ?? ""
    );
  };
}
