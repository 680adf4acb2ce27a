/** Follows the events of a world, for as long as the panel shows it. */
import type { JsonObject } from "../../spec/json/json.ts";
import type { ControlTransport } from "../control/control-client.ts";

/** How the panel reaches the control: over HTTP, or in the page in which the mock runs. */
export interface ControlConnection {
  readonly call: ControlTransport;
  /** Tells the listener that it is connected, then of each event of a world, until the connection is lost or the signal aborts. */
  events(query: URLSearchParams, listener: WorldListener, signal: AbortSignal): Promise<void>;
}

export interface WorldListener {
  connected(isConnected: boolean): void;
  /** `request`: with the request. `order`, `faults` and `reset`: what has changed. */
  event(kind: string, data: JsonObject): void;
}

/** How long to wait before a lost connection is opened again. */
const RECONNECT_MS = 1000;

/** Starts with the requests that the mock has logged, and reconnects when the connection is lost, until the signal aborts. */
export async function followWorld(
  connection: ControlConnection,
  world: string,
  listener: WorldListener,
  signal: AbortSignal,
): Promise<void> {
  let after = 0;
  const event = (kind: string, data: JsonObject): void => {
    if (kind === "request") after = Number(data.n);
    listener.event(kind, data);
  };
  while (!signal.aborted) {
    const query = new URLSearchParams({ world, after: String(after) });
    // The mock was stopped or restarted: reconnect.
    await connection.events(query, { ...listener, event }, signal).catch(() => {});
    if (signal.aborted) return;
    listener.connected(false);
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}
