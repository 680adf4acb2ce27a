/** Follows the events of a world, for as long as the panel shows it. */
import type { JsonObject } from "../../spec/json/json.ts";
import type { ControlTransport } from "../control/control-client.ts";
import type { AnnotatedRequest } from "../control/request-notes.ts";

/** How the panel reaches the control: over HTTP, or in the page in which the mock runs. */
export interface ControlConnection {
  readonly call: ControlTransport;
  /** Calls `onOpen`, then `onEvent` for each event of a world, until the connection is lost or the signal aborts. */
  events(query: URLSearchParams, handlers: EventHandlers, signal: AbortSignal): Promise<void>;
}

export interface EventHandlers {
  onOpen(): void;
  onEvent(kind: string, data: JsonObject): void;
}

export interface WorldListener {
  request(request: AnnotatedRequest): void;
  /** An order has another state, the faults were replaced, or the world was reset. */
  changed(kind: string): void;
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
  let after = 0;
  const onOpen = (): void => listener.connected(true);
  const onEvent = (kind: string, data: JsonObject): void => {
    if (kind !== "request") return listener.changed(kind);
    after = Number(data.n);
    listener.request(data as unknown as AnnotatedRequest);
  };
  while (!signal.aborted) {
    try {
      const query = new URLSearchParams({ world, after: String(after) });
      await connection.events(query, { onOpen, onEvent }, signal);
    } catch {
      // The mock was stopped or restarted: reconnect.
    }
    if (signal.aborted) return;
    listener.connected(false);
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}
