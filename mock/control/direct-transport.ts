/** Reaches the control of a mock in the same process: the same routes, called as functions. */
import { controlError } from "../errors/control.ts";
import type { Service } from "../service/service.ts";
import type { ControlTransport } from "./control-client.ts";
import type { WorldAccess } from "./routes.ts";

/** `access`: as replicas reach their worlds. `onCommand` is called after each command. */
export function directTransport(
  getService: () => Promise<Service>,
  access?: Pick<WorldAccess, "run">,
  onCommand = (): void => {},
): ControlTransport {
  return async (method, path, query, body = "") => {
    const service = await getService();
    // Loaded on demand, with the parser of scenarios: many pages never use them.
    const { routesOf, worldOf } = await import("./routes.ts");
    const found = routesOf(path).find(({ route }) => route.method === method);
    if (found === undefined) throw controlError("not-found");
    const { route, parameter } = found;
    const call = { service, world: worldOf(service, query), query, parameter, body };
    const text = await (access === undefined ? route.run(call) : access.run(route, call));
    if (method !== "GET") onCommand();
    return text ?? "";
  };
}
