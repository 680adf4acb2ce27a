/** The panel: shows one world of the mock and changes it. */

import { ControlClient } from "../control/control-client.ts";
import { byId, setText } from "./element.ts";
import { FaultForm } from "./fault-form.ts";
import { FaultList } from "./fault-list.ts";
import { type ControlConnection, followWorld, type WorldListener } from "./follow-world.ts";
import { copyText, orShowError } from "./messages.ts";
import { OrdersView } from "./orders/orders-view.ts";
import { RequestDetails } from "./request-details.ts";
import { RequestList } from "./request-list.ts";
import { ScenarioForm } from "./scenario-form.ts";
import { WorldSelect } from "./world-select.ts";

/** The minimum time between two refreshes. */
const REFRESH_MS = 200;

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
    scheduleRefresh(0);
  });
  const faultForm = new FaultForm((fault) => faultList.add(fault));
  const requests = new RequestList(
    new RequestDetails(control, { baseUrl, makeFault: (request) => faultForm.suggest(request) }),
  );
  const scenario = new ScenarioForm(control);
  const orders = new OrdersView(control, () => scheduleRefresh(0));
  const worlds = new WorldSelect(control, () => {
    onWorld?.(control.world);
    openWorld();
  });

  let watching = new AbortController();
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;

  /** Fetches the world's state after a delay; events in the meantime share the refresh. */
  function scheduleRefresh(afterMs = REFRESH_MS): void {
    if (refreshTimer !== undefined && afterMs > 0) return;
    clearTimeout(refreshTimer);
    refreshTimer = setTimeout(async () => {
      refreshTimer = undefined;
      const page = await orShowError(control.page({ limit: "0", ...orders.query }));
      if (page === undefined || page.world !== control.world) return;
      scenario.show(page);
      faultList.show(page.faults);
      orders.show(page);
    }, afterMs);
  }

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
    order: (id, state) => {
      orders.orderChanged(id, state);
      scheduleRefresh();
    },
    changed: (kind) => {
      if (kind === "reset") {
        requests.clear();
        orders.refresh();
      }
      scheduleRefresh();
    },
    connected: (isConnected) => {
      const live = byId("live");
      live.dataset.state = isConnected ? "live" : "lost";
      setText(live.lastElementChild as HTMLElement, isConnected ? "live" : "connection lost");
      if (!isConnected) return;
      orders.refresh();
      scheduleRefresh();
    },
  };

  setText(byId("base-url"), baseUrl);
  byId("copy").addEventListener("click", () => void copyText(baseUrl, "Address copied."));
  await scenario.load();
  void worlds.load();
  openWorld();
}
