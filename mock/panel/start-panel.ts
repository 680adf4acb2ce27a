/** The panel: shows one world of the mock and changes it. */
import type { JsonObject } from "../../spec/json/json.ts";
import type { AnnotatedRequest } from "../control/request-notes.ts";
import { activeEvents } from "./active-events.ts";
import type { ControlConnection, ShownWorld, WorldListener } from "./connection.ts";
import { byId, copy, setText, showMessage } from "./element.ts";
import { faultForms } from "./faults.ts";
import { showProblemsAtFields } from "./forms.ts";
import { ordersView } from "./orders/orders-view.ts";
import type { CalledService } from "./requests/request-actions.ts";
import { requestList } from "./requests/request-list.ts";
import { answersDialog } from "./scenario/answers-dialog.ts";
import { marksDialog } from "./scenario/marks-dialog.ts";
import { scenarioCard } from "./scenario/scenario-card.ts";
import { customDialog, saveDialog } from "./scenario/scenario-dialogs.ts";
import { inBrowser } from "./storage.ts";
import { selectWorlds } from "./worlds.ts";

export interface PanelOptions extends CalledService {
  readonly connection: ControlConnection;
  /** The world shown first. */
  readonly world: string;
  /** Called when the user opens another world. */
  readonly onWorld?: (world: string) => void;
}

/** How long to wait before reopening a lost connection, in milliseconds. */
const PANEL_RECONNECT_MS = 1000;

/** Starts the panel on the elements of index.html. */
export async function startPanel(panel: PanelOptions): Promise<void> {
  const { connection, onWorld } = panel;
  let { world } = panel;
  let control = connection.world(world);
  const shown: ShownWorld = () => control;
  showProblemsAtFields();
  const scenario = scenarioCard(shown);
  const events = activeEvents(shown);
  const orders = ordersView(shown, (page) => {
    scenario.show(page);
    events.show(page);
  });
  const requests = requestList(shown, panel, (id) => void orders.reveal(id));
  faultForms(shown);
  saveDialog(shown, scenario.keep);
  customDialog(shown, scenario.keep);
  answersDialog(shown);
  marksDialog(shown, () => world);
  linkOrders();
  rememberView();

  let watching = new AbortController();

  function showWorld(): void {
    control = connection.world(world);
    watching.abort();
    watching = new AbortController();
    showMessage("");
    requests.clear();
    void follow(connection, world, listener, watching.signal);
    orders.open();
  }

  const listener: WorldListener = {
    event: (kind, data) => {
      if (kind === "request") requests.add(data as unknown as AnnotatedRequest);
      if (kind === "reset") requests.clear();
      // Order changes have their own event; the counts of faults do not.
      if (kind === "request" && events.isEmpty()) return;
      orders.refresh();
    },
    connected: (isConnected) => {
      const live = byId("live");
      live.dataset.state = isConnected ? "live" : "lost";
      setText(live.lastElementChild as HTMLElement, isConnected ? "live" : "connection lost");
      if (isConnected) orders.refresh();
    },
  };

  showAddress(panel);
  selectWorlds(connection, world, (chosen) => {
    world = chosen;
    onWorld?.(world);
    showWorld();
  });
  await scenario.load();
  showWorld();
}

function showAddress({ baseUrl, isServed }: PanelOptions): void {
  setText(byId("base-url"), baseUrl);
  byId("copy").hidden = !isServed;
  byId("copy").addEventListener("click", () => copy(baseUrl, "Address"));
}

/**
 * Marks an order's row and the requests that named it while one of them has the pointer or the
 * focus.
 */
function linkOrders(): void {
  const link = ({ target }: Event): void => {
    const id = (target as Element).closest<HTMLElement>("[data-order]")?.dataset.order;
    for (const one of byId("main").querySelectorAll(".linked")) one.classList.remove("linked");
    if (!id) return;
    for (const one of byId("main").querySelectorAll(`[data-order="${id}"]`))
      one.classList.add("linked");
  };
  for (const type of ["pointerover", "focusin"]) byId("main").addEventListener(type, link);
}

/** Shows the view used last, if there is only room for one. */
function rememberView(): void {
  const views = byId("views");
  const last = views.querySelector<HTMLInputElement>(
    `[value="${CSS.escape(inBrowser.get("view"))}"]`,
  );
  if (last !== null) last.checked = true;
  views.addEventListener("change", ({ target }) =>
    inBrowser.set("view", (target as HTMLInputElement).value),
  );
}

/**
 * Follows the events of a world, starting with the requests in the mock's log, and reconnects when
 * the connection is lost, until the signal aborts.
 */
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
    await new Promise((resolve) => setTimeout(resolve, PANEL_RECONNECT_MS));
  }
}
