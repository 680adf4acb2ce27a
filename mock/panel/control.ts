/** The mock's control as the panel uses it, for one world at a time. */
import type { Fault } from "../../scenarios/troubles.ts";
import { type Json, type JsonObject, parseJson, stringifyJson } from "../../spec/json.ts";
import type { Annotated } from "../control/commands.ts";
import { readEvents } from "./event-stream.ts";

export type State = "pending" | "shipped" | "cancelled";

export interface Row {
  /** Digits; null for an order without an id. */
  readonly id: string | null;
  readonly state: State;
  /** With integers of any length exact. */
  readonly order: JsonObject;
}

export interface StatePage {
  readonly world: string;
  readonly scenario: string;
  readonly seed: number;
  readonly counts: Readonly<Record<State, number>>;
  readonly listed: number;
  readonly faults: readonly Fault[];
  readonly orders: readonly Row[];
}

export interface WorldSummary {
  readonly name: string;
  readonly calls: number;
  readonly scenario: string;
}

export interface Watcher {
  request(call: Annotated): void;
  order(id: string, state: State): void;
  /** The world began anew, or its faults are others. */
  changed(kind: "reset" | "faults"): void;
  live(isLive: boolean): void;
}

const KEY = "orders-kit-admin-key";
/** Milliseconds until a lost connection is tried again. */
const RETRY_MS = 1000;

export class Control {
  world: string;
  private readonly askKey: () => Promise<string | undefined>;
  /** Many calls may want the key at once; it is asked for once. */
  private asking: Promise<string | undefined> | undefined;

  /** `askKey` is called when the mock wants a key. */
  constructor(world: string, askKey: () => Promise<string | undefined>) {
    this.world = world;
    this.askKey = askKey;
  }

  state(query: Readonly<Record<string, string>>): Promise<StatePage> {
    return this.call<StatePage>("GET", "state", { query });
  }

  order(id: string): Promise<Row> {
    return this.call<Row>("GET", `orders/${encodeURIComponent(id)}`);
  }

  async move(id: string, move: "ship" | "cancel"): Promise<State> {
    return (await this.call<{ state: State }>("POST", `orders/${id}/${move}`)).state;
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

  async worlds(): Promise<readonly WorldSummary[]> {
    return (await this.call<{ worlds: WorldSummary[] }>("GET", "worlds")).worlds;
  }

  /** Follows the world until the signal, and comes back when the connection is lost. Starts with the calls that were kept. */
  async watch(watcher: Watcher, signal: AbortSignal): Promise<void> {
    for (let after = 0; !signal.aborted; ) {
      try {
        const response = await this.send("GET", "events", { query: { after: String(after) }, signal });
        watcher.live(true);
        await readEvents(response.body!, ({ name, data }) => {
          const value = parseJson(data) as JsonObject;
          if (name === "request") {
            after = Number(value.n);
            watcher.request(value as unknown as Annotated);
          } else if (name === "order") watcher.order(String(value.id), value.state as State);
          else if (name === "reset" || name === "faults") watcher.changed(name);
        });
      } catch {
        // The mock was stopped, or begins anew: it is asked again.
      }
      if (signal.aborted) return;
      watcher.live(false);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  private async call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
    const response = await this.send(method, path, options);
    return parseJson(await response.text()) as unknown as T;
  }

  /** Throws with the mock's own words when it refuses. */
  private async send(method: string, path: string, options: CallOptions): Promise<Response> {
    const { query = {}, body, signal } = options;
    const key = sessionStorage.getItem(KEY);
    const response = await fetch(`${path}?${new URLSearchParams({ world: this.world, ...query })}`, {
      method,
      headers: {
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? null : stringifyJson(body),
      signal: signal ?? null,
    });
    if (response.ok) return response;
    if (response.status === 401 && (await this.hasOtherKey(key))) return this.send(method, path, options);
    const problem = parseJson(await response.text()) as JsonObject;
    throw new Error(String(problem.detail ?? `The mock answers ${response.status}.`));
  }

  /** Whether there is a key, or is one now, besides that which was refused. Whoever closes the dialog is not asked again. */
  private async hasOtherKey(refused: string | null): Promise<boolean> {
    const known = sessionStorage.getItem(KEY);
    if (known !== null && known !== refused) return true;
    this.asking ??= this.askKey();
    const entered = await this.asking;
    if (entered === undefined) return false;
    this.asking = undefined;
    sessionStorage.setItem(KEY, entered);
    return true;
  }
}

interface CallOptions {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
  readonly signal?: AbortSignal;
}
