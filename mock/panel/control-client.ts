/** The mock's control API as the panel uses it, for one world at a time. */
import type { Fault } from "../../scenarios/events.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../../spec/json/json.ts";
import type { AnnotatedRequest } from "../control/commands.ts";
import type { ExchangeDetails } from "../control/exchange.ts";

export type State = "pending" | "shipped" | "cancelled";

export interface OrderEntry {
  /** Digits; null for an order without an id. */
  readonly id: string | null;
  readonly state: State;
  /** Integers of any length are exact. */
  readonly order: JsonObject;
}

export interface StatePage {
  readonly world: string;
  readonly scenario: string;
  readonly seed: number;
  readonly counts: Readonly<Record<State, number>>;
  readonly listed: number;
  readonly faults: readonly Fault[];
  readonly orders: readonly OrderEntry[];
}

export interface WorldListener {
  request(request: AnnotatedRequest): void;
  order(id: string, state: State): void;
  /** The world was reset, or its faults were replaced. */
  changed(kind: "reset" | "faults"): void;
  connected(isConnected: boolean): void;
}

/** How long to wait before a lost connection is opened again. */
const RECONNECT_MS = 1000;

/** How the panel reaches the control: over HTTP, or in the page in which the mock runs. */
export interface ControlConnection {
  /** Resolves with JSON text. Rejects with the control's own message when it refuses. */
  call(method: string, path: string, query: URLSearchParams, body: string | undefined): Promise<string>;
  /** Calls `onOpen`, then `onEvent` for each event of a world, until the connection is lost or the signal aborts. */
  events(query: URLSearchParams, handlers: EventHandlers, signal: AbortSignal): Promise<void>;
}

export interface EventHandlers {
  onOpen(): void;
  /** `data` is JSON text. */
  onEvent(event: { readonly name: string; readonly data: string }): void;
}

export class ControlClient {
  world: string;
  private readonly connection: ControlConnection;

  constructor(world: string, connection: ControlConnection) {
    this.world = world;
    this.connection = connection;
  }

  state(query: Readonly<Record<string, string>>): Promise<StatePage> {
    return this.call<StatePage>("GET", "state", { query });
  }

  order(id: string): Promise<OrderEntry> {
    return this.call<OrderEntry>("GET", `orders/${encodeURIComponent(id)}`);
  }

  async change(id: string, action: "ship" | "cancel"): Promise<State> {
    return (await this.call<{ state: State }>("POST", `orders/${id}/${action}`)).state;
  }

  /** Adds an order, or replaces the one with this id. */
  putOrder(id: string, body: JsonObject): Promise<OrderEntry> {
    return this.call("PUT", `orders/${encodeURIComponent(id)}`, { body });
  }

  /** The nth request in full. */
  exchange(n: number): Promise<ExchangeDetails> {
    return this.call("GET", `requests/${n}`);
  }

  reset(body: JsonObject): Promise<unknown> {
    return this.call("POST", "reset", { body });
  }

  setFaults(faults: readonly Fault[]): Promise<unknown> {
    return this.call("PUT", "faults", { body: { faults: faults as unknown as Json } });
  }

  scenarios(): Promise<{ scenarios: { name: string; description: string }[] }> {
    return this.call("GET", "scenarios");
  }

  /** The names of all worlds. */
  async worlds(): Promise<string[]> {
    return (await this.call<{ worlds: { name: string }[] }>("GET", "worlds")).worlds.map(({ name }) => name);
  }

  /** Receives the world's events until the signal aborts, and reconnects when the connection is lost. Starts with the requests that the mock has logged. */
  async follow(listener: WorldListener, signal: AbortSignal): Promise<void> {
    for (let after = 0; !signal.aborted; ) {
      try {
        const onEvent: EventHandlers["onEvent"] = ({ name, data }) => {
          const value = parseJson(data) as JsonObject;
          if (name === "request") {
            after = Number(value.n);
            listener.request(value as unknown as AnnotatedRequest);
          } else if (name === "order") listener.order(String(value.id), value.state as State);
          else if (name === "reset" || name === "faults") listener.changed(name);
        };
        const query = this.query({ after: String(after) });
        await this.connection.events(query, { onOpen: () => listener.connected(true), onEvent }, signal);
      } catch {
        // The mock was stopped or restarted: reconnect.
      }
      if (signal.aborted) return;
      listener.connected(false);
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  private async call<T>(method: string, path: string, { query = {}, body }: CallOptions = {}): Promise<T> {
    const text = body === undefined ? undefined : stringifyJson(body);
    return parseJson(await this.connection.call(method, path, this.query(query), text)) as unknown as T;
  }

  private query(query: Readonly<Record<string, string>>): URLSearchParams {
    return new URLSearchParams({ world: this.world, ...query });
  }
}

interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}
