/** A client of the mock's control for one world at a time. Runs in browsers too. */
import type { Fault } from "../../scenarios/scenario.ts";
import { type Order, parseJson, stringifyJson } from "../../spec/interface/json.ts";
import type { CurrentState } from "../service/order-store.ts";
import type { WorldStart } from "./commands.ts";
import type { AnnotatedRequest, ExchangeDetails } from "./request-notes.ts";
import type { OrderId, OrdersState } from "./world-control.ts";

/**
 * Sends one call to the control: over HTTP, or to the mock in the same page. Resolves with JSON text, empty if there is none.
 * Rejects with the control's own message when it refuses.
 */
export type ControlTransport = (
  method: string,
  path: string,
  query: URLSearchParams,
  body?: string | undefined,
) => Promise<string>;

export type OrderEntry = OrdersState["orders"][number];

export interface StatePage extends OrdersState {
  readonly world: string;
  /** The number of orders that match the query. */
  readonly listed: number;
  readonly faults: readonly Fault[];
}

interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export class ControlClient {
  world: string;
  private readonly transport: ControlTransport;

  constructor(world: string, transport: ControlTransport) {
    this.world = world;
    this.transport = transport;
  }

  page(query: Readonly<Record<string, string>>): Promise<StatePage> {
    return this.call("GET", "state", { query });
  }

  /** The orders that the app would list now. */
  list(): Promise<readonly Order[]> {
    return this.call("GET", "orders");
  }

  order(id: OrderId): Promise<OrderEntry> {
    return this.call("GET", `orders/${encodeURIComponent(String(id))}`);
  }

  async change(id: OrderId, action: "ship" | "cancel"): Promise<CurrentState> {
    const path = `orders/${encodeURIComponent(String(id))}/${action}`;
    return (await this.call<{ state: CurrentState }>("POST", path)).state;
  }

  /** Adds an order, or replaces the one with this id. */
  putOrder(id: OrderId, body: object): Promise<OrderEntry> {
    return this.call("PUT", `orders/${encodeURIComponent(String(id))}`, { body });
  }

  async requests(): Promise<readonly AnnotatedRequest[]> {
    return (await this.call<{ requests: AnnotatedRequest[] }>("GET", "requests")).requests;
  }

  /** The nth request in full. */
  exchange(n: number): Promise<ExchangeDetails> {
    return this.call("GET", `requests/${n}`);
  }

  resetTo(body: WorldStart): Promise<StatePage> {
    return this.call("POST", "reset", { body });
  }

  setFaults(faults: readonly Fault[]): Promise<unknown> {
    return this.call("PUT", "faults", { body: { faults } });
  }

  /** Those with trouble can be laid over the orders of another: `default+slow`. */
  scenarios(): Promise<{ scenarios: { name: string; description: string; trouble?: true }[] }> {
    return this.call("GET", "scenarios");
  }

  /** The names of all worlds. */
  async worlds(): Promise<string[]> {
    return (await this.call<{ worlds: { name: string }[] }>("GET", "worlds")).worlds.map(({ name }) => name);
  }

  /** Deletes the world. */
  async forget(): Promise<void> {
    await this.call("DELETE", "worlds");
  }

  private async call<T>(method: string, path: string, { query, body }: CallOptions = {}): Promise<T> {
    const parameters = new URLSearchParams({ world: this.world, ...query });
    const text = await this.transport(method, path, parameters, body && stringifyJson(body));
    return parseJson(text || "null");
  }
}
