/** The panel: shows one world of the mock and changes it. */
import type { JsonObject } from "../../spec/json/json.ts";
import { ControlClient, type ControlTransport } from "../control/control-client.ts";
import type { AnnotatedRequest } from "../control/request-notes.ts";
import { activeEvents } from "./active-events.ts";
import { byId, copy, onSubmit, options, orShowError, setText } from "./element.ts";
import { faultForm } from "./faults.ts";
import { ordersView } from "./orders/orders-view.ts";
import { requestList } from "./requests.ts";
import { scenarioForm } from "./scenario-form.ts";

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

export interface PanelOptions {
  readonly connection: ControlConnection;
  /** The base address of the service, as the app calls it. */
  readonly baseUrl: string;
  /** True if other programs reach the service at that address: only the page reaches a service worker. */
  readonly isServed: boolean;
  /** The world that is shown first. */
  readonly world: string;
  /** Called when the user opens another world. */
  readonly onWorld?: (world: string) => void;
}

/** How long to wait before a lost connection is opened again. */
const RECONNECT_MS = 1000;

/** Starts the panel on the elements of index.html. */
export async function startPanel(panel: PanelOptions): Promise<void> {
  const { connection, baseUrl, isServed, world, onWorld } = panel;
  const control = new ControlClient(world, connection.call);
  const requests = requestList(control);
  const scenario = scenarioForm(control);
  const events = activeEvents(control);
  faultForm(control);
  const orders = ordersView(control, (page) => {
    scenario.show(page);
    events.show(page);
  });

  let watching = new AbortController();

  /** Shows the world that the control client is set to. */
  function openWorld(): void {
    watching.abort();
    watching = new AbortController();
    requests.clear();
    void followWorld(connection, control.world, listener, watching.signal);
    orders.open();
  }

  const listener: WorldListener = {
    event: (kind, data) => {
      if (kind === "request") requests.add(data as unknown as AnnotatedRequest);
      if (kind === "reset") requests.clear();
      // The panel tells by itself what it has done with orders, but not what faults have counted.
      if (kind === "request" && events.isEmpty()) return;
      orders.refresh(kind === "reset" ? "all" : "shown");
    },
    connected: (isConnected) => {
      const live = byId("live");
      live.dataset.state = isConnected ? "live" : "lost";
      setText(live.lastElementChild as HTMLElement, isConnected ? "live" : "connection lost");
      if (isConnected) orders.refresh("all");
    },
  };

  setText(byId("base-url"), baseUrl);
  byId("copy").hidden = !isServed;
  byId("copy").addEventListener("click", () => copy(baseUrl, "Address"));
  selectWorlds(control, () => {
    onWorld?.(control.world);
    openWorld();
  });
  await scenario.load();
  openWorld();
}

/** Follows the events of a world. Starts with the requests that the mock has logged, and reconnects when the connection is lost, until the signal aborts. */
async function followWorld(
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

/** Lets the user select the world that is shown. `onOpen` is called after the control client has been set to another one. */
function selectWorlds(control: ControlClient, onOpen: () => void): void {
  const select = byId<HTMLSelectElement>("world");
  const name = byId<HTMLInputElement>("world-name");
  const load = async (): Promise<void> => {
    const found = await orShowError(control.call("GET worlds"));
    const { worlds = [], shared = false, key = "" } = found ?? {};
    setText(byId("world-key"), control.world === "" ? key : `${key}.${control.world}`);
    if (shared) setText(byId("requests-title"), "Requests to this replica");
    const names = new Set(["", ...worlds.map(({ name }) => name).sort(), control.world]);
    select.replaceChildren(
      ...options([...names].map((name) => [name, name === "" ? "main" : name])),
    );
    select.value = control.world;
  };
  const open = (world: string): void => {
    control.world = world;
    void load();
    onOpen();
  };
  select.addEventListener("change", () => open(select.value));
  select.addEventListener("focus", () => void load());
  const dialog = onSubmit("world-dialog", async () => open(name.value));
  byId("open-world").addEventListener("click", () => {
    name.value = "";
    dialog.showModal();
  });
  void load();
}
