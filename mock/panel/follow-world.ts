/** Follows the events of a world, for as long as the panel shows it. */
import { type JsonObject, parseJson } from "../../spec/json/json.ts";
import type { AnnotatedRequest } from "../control/commands.ts";
import type { ControlTransport } from "../control/control-client.ts";
import type { CurrentState } from "../service/order-store.ts";

/** How the panel reaches the control: over HTTP, or in the page in which the mock runs. */
export interface ControlConnection {
  readonly call: ControlTransport;
  /** Calls `onOpen`, then `onEvent` for each event of a world, until the connection is lost or the signal aborts. */
  events(query: URLSearchParams, handlers: EventHandlers, signal: AbortSignal): Promise<void>;
}

export interface EventHandlers {
  onOpen(): void;
  /** `data` is JSON text. */
  onEvent(event: { readonly name: string; readonly data: string }): void;
}

export interface WorldListener {
  request(request: AnnotatedRequest): void;
  order(id: string, state: CurrentState): void;
  /** The world was reset, or its faults were replaced. */
  changed(kind: "reset" | "faults"): void;
  connected(isConnected: boolean): void;
}

/** How long to wait before a lost connection is opened again. */
const RECONNECT_MS = 1000;

/** Tells the listener of each event until the signal aborts, and reconnects when the connection is lost. Starts with the requests that the mock has logged. */
export async function followWorld(
  connection: ControlConnection,
  world: string,
  listener: WorldListener,
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; !signal.aborted; ) {
    try {
      const onEvent: EventHandlers["onEvent"] = ({ name, data }) => {
        const value = parseJson(data) as JsonObject;
        if (name === "request") {
          after = Number(value.n);
          listener.request(value as unknown as AnnotatedRequest);
        } else if (name === "order") listener.order(String(value.id), value.state as CurrentState);
        else if (name === "reset" || name === "faults") listener.changed(name);
      };
      const query = new URLSearchParams({ world, after: String(after) });
      await connection.events(query, { onOpen: () => listener.connected(true), onEvent }, signal);
    } catch {
      // The mock was stopped or restarted: reconnect.
    }
    if (signal.aborted) return;
    listener.connected(false);
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}
