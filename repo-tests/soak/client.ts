/** Calls of an app, and of the control, in one world of a running mock. */
import { type JsonObject, parseJson } from "../../spec/json/json.ts";

export interface WorldClient {
  /** Ids of pending orders, after a reset. */
  reset(scenario?: string): Promise<readonly string[]>;
  /** The status. */
  cancel(id: string): Promise<number>;
  list(): Promise<ReadonlySet<string>>;
  /** Sets faults, or removes them. */
  setFaults(faults: readonly object[]): Promise<void>;
}

/** `baseUrl` and `adminUrl` as `orders-kit mock --json` prints them. */
export function worldClient(baseUrl: string, adminUrl: string, world: string): WorldClient {
  const app = { authorization: `Bearer demo-key.${world}` };
  const control = async (method: string, path: string, body?: object): Promise<JsonObject> => {
    const response = await fetch(`${adminUrl}/${path}${path.includes("?") ? "&" : "?"}world=${world}`, {
      method,
      ...(body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} got ${response.status}: ${await response.text()}`);
    return parseJson(await response.text()) as JsonObject;
  };
  return {
    async reset(scenario = "default") {
      await control("POST", "reset", { scenario });
      const { orders } = await control("GET", "state?state=pending");
      return (orders as JsonObject[]).map(({ id }) => String(id));
    },
    async cancel(id) {
      const response = await fetch(`${baseUrl}/store/orders/${id}`, { method: "DELETE", headers: app });
      await response.arrayBuffer();
      return response.status;
    },
    async list() {
      const response = await fetch(`${baseUrl}/store/orders`, { headers: app });
      const orders = parseJson(await response.text()) as JsonObject[];
      return new Set(orders.map(({ id }) => String(id)));
    },
    async setFaults(faults) {
      await control(faults.length > 0 ? "PUT" : "DELETE", "faults", faults.length > 0 ? faults : undefined);
    },
  };
}
