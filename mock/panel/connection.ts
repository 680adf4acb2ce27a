/** How the panel reaches the mock: over HTTP, or in the page in which the mock runs. */
import type { JsonObject } from "../../spec/json/json.ts";
import type { WorldList } from "../control/open-world.ts";
import type { WorldControl } from "../control/world-control.ts";

export interface ControlConnection {
  world(name: string): WorldControl;
  worlds(): Promise<WorldList>;
  /**
   * Tells the listener about the connection, then about each event of a world, until the connection
   * is lost or the signal aborts. The first events are the requests after the given number.
   */
  events(world: string, after: number, listener: WorldListener, signal: AbortSignal): Promise<void>;
}

/** The world that the panel shows now. */
export type ShownWorld = () => WorldControl;

export interface WorldListener {
  connected(isConnected: boolean): void;
  /** `request` comes with the request; `order`, `faults` and `reset` say what has changed. */
  event(kind: string, data: JsonObject): void;
}
