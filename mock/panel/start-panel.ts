/** The panel: shows one world of the mock and changes it. */
import type { JsonObject } from "../../spec/json/json.ts";
import type { AnnotatedRequest } from "../control/request-notes.ts";
import { activeEvents } from "./active-events.ts";
import type { ControlConnection, ShownWorld, WorldListener } from "./connection.ts";
import { byId, copy, onSubmit, options, orShowError, setText } from "./element.ts";
import { faultForm } from "./faults.ts";
import { ordersView } from "./orders/orders-view.ts";
import { requestList } from "./requests.ts";
import { scenarioForm } from "./scenario-form.ts";

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
  const { connection, baseUrl, isServed, onWorld } = panel;
  let { world } = panel;
  let control = connection.world(world);
  const shown: ShownWorld = () => control;
  const requests = requestList(shown);
  const scenario = scenarioForm(shown);
  const events = activeEvents(shown);
  faultForm(shown);
  const orders = ordersView(shown, (page) => {
    scenario.show(page);
    events.show(page);
  });

  let watching = new AbortController();

  function showWorld(): void {
    control = connection.world(world);
    watching.abort();
    watching = new AbortController();
    requests.clear();
    void follow(connection, world, listener, watching.signal);
    orders.open();
  }

  const listener: WorldListener = {
    event: (kind, data) => {
      if (kind === "request") requests.add(data as unknown as AnnotatedRequest);
      if (kind === "reset") requests.clear();
      // The panel tells by itself what it has done with orders, but not what faults have counted.
      if (kind === "request" && events.isEmpty()) return;
      const isRemoval = kind === "order" && data.state === undefined;
      orders.refresh(kind === "reset" || isRemoval ? "all" : "shown");
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
  selectWorlds(connection, world, (chosen) => {
    world = chosen;
    onWorld?.(world);
    showWorld();
  });
  await scenario.load();
  showWorld();
}

/** Follows the events of a world. Starts with the requests that the mock has logged, and reconnects when the connection is lost, until the signal aborts. */
async function follow(
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
    // The mock was stopped or restarted: reconnect.
    await connection.events(world, after, { ...listener, event }, signal).catch(() => {});
    if (signal.aborted) return;
    listener.connected(false);
    await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

/** Lets the user select the world that is shown. */
function selectWorlds(
  connection: ControlConnection,
  first: string,
  onSelect: (world: string) => void,
): void {
  let shown = first;
  const select = byId<HTMLSelectElement>("world");
  const name = byId<HTMLInputElement>("world-name");
  const load = async (): Promise<void> => {
    const found = await orShowError(connection.worlds());
    const { worlds = [], shared = false, key = "" } = found ?? {};
    setText(byId("world-key"), shown === "" ? key : `${key}.${shown}`);
    if (shared) setText(byId("requests-title"), "Requests to this replica");
    const names = new Set(["", ...worlds.map(({ name }) => name).sort(), shown]);
    select.replaceChildren(...options(names, "main"));
    select.value = shown;
  };
  const open = (world: string): void => {
    shown = world;
    void load();
    onSelect(world);
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
