/** The panel: shows one world of the mock and changes it. */
import { ControlClient } from "../control/control-client.ts";
import { askText, byId, copyText, options, orShowError, setText } from "./element.ts";
import { FaultForm, FaultList } from "./faults.ts";
import { type ControlConnection, followWorld, type WorldListener } from "./follow-world.ts";
import { OrdersView } from "./orders/orders-view.ts";
import { RequestList } from "./requests.ts";
import { ScenarioForm } from "./scenario-form.ts";

export interface PanelOptions {
  readonly connection: ControlConnection;
  /** The base address of the service, as the app calls it. */
  readonly baseUrl: string;
  /** The world that is shown first. */
  readonly world: string;
  /** Called when the user opens another world. */
  readonly onWorld?: (world: string) => void;
}

/** Starts the panel on the elements of index.html. */
export async function startPanel({ connection, baseUrl, world, onWorld }: PanelOptions): Promise<void> {
  const control = new ControlClient(world, connection.call);
  const faultList = new FaultList(async (faults) => {
    await orShowError(control.setFaults(faults));
    orders.refresh();
  });
  const faultForm = new FaultForm((fault) => faultList.add(fault));
  const requests = new RequestList({ control, baseUrl, makeFault: (request) => faultForm.suggest(request) });
  const scenario = new ScenarioForm(control);
  const orders = new OrdersView(control, (page) => {
    scenario.show(page);
    faultList.show(page.faults);
  });
  const worlds = new WorldSelect(control, () => {
    onWorld?.(control.world);
    openWorld();
  });

  let watching = new AbortController();

  /** Shows the world that the control client is set to. */
  function openWorld(): void {
    watching.abort();
    watching = new AbortController();
    requests.clear();
    void followWorld(connection, control.world, listener, watching.signal);
    orders.setFilter("all");
  }

  const listener: WorldListener = {
    request: (request) => requests.add(request),
    changed: (kind) => {
      if (kind === "reset") requests.clear();
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
  byId("copy").addEventListener("click", () => void copyText(baseUrl, "Address copied."));
  await scenario.load();
  void worlds.load();
  openWorld();
}

/** Selects the world that is shown. */
class WorldSelect {
  private readonly control: ControlClient;
  private readonly onOpen: () => void;
  private readonly select = byId<HTMLSelectElement>("world");

  /** `onOpen` is called after the control client has been set to another world. */
  constructor(control: ControlClient, onOpen: () => void) {
    this.control = control;
    this.onOpen = onOpen;
    this.select.addEventListener("change", () => this.open(this.select.value));
    this.select.addEventListener("focus", () => void this.load());
    byId("open-world").addEventListener("click", async () => {
      const name = await askText("world-dialog", "world-name");
      if (name !== undefined) this.open(name);
    });
  }

  async load(): Promise<void> {
    const worlds = (await orShowError(this.control.worlds())) ?? [];
    const names = new Set(["", ...worlds.sort(), this.control.world]);
    this.select.replaceChildren(...options([...names].map((name) => [name, name === "" ? "main" : name])));
    this.select.value = this.control.world;
  }

  private open(world: string): void {
    this.control.world = world;
    void this.load();
    this.onOpen();
  }
}
