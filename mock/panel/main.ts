/** The panel: one world of the mock, looked at and played with. */
import { CallLog } from "./call-log.ts";
import { Control, type Watcher } from "./control.ts";
import { ask } from "./dialogs.ts";
import { byId, setText } from "./element.ts";
import { attempt, say } from "./messages.ts";
import { OrdersView } from "./orders-view.ts";
import { ScenarioForm } from "./scenario-form.ts";
import { Trouble } from "./trouble.ts";
import { WorldSelect } from "./world-select.ts";

/** The least time between two looks at the world. */
const LOOK_MS = 200;

const world = new URLSearchParams(location.search).get("world") ?? "";
const control = new Control(world, () => ask("key-dialog", "admin-key"));
const log = new CallLog();
const trouble = new Trouble((faults) => void attempt(control.setFaults(faults)));
const scenario = new ScenarioForm(control);
const orders = new OrdersView(control, () => look(0));
const worlds = new WorldSelect(control, enter);

let watching = new AbortController();
let looking: ReturnType<typeof setTimeout> | undefined;

/** Looks at the world as a whole, soon: many events make one look. */
function look(afterMs = LOOK_MS): void {
  if (looking !== undefined && afterMs > 0) return;
  clearTimeout(looking);
  looking = setTimeout(async () => {
    looking = undefined;
    const page = await attempt(control.state({ limit: "0", ...orders.query }));
    if (page === undefined || page.world !== control.world) return;
    scenario.show(page);
    trouble.show(page.faults);
    orders.show(page);
  }, afterMs);
}

/** Follows the control's world from now on. */
function enter(): void {
  watching.abort();
  watching = new AbortController();
  log.clear();
  void control.watch(watcher, watching.signal);
  orders.choose("all");
}

const watcher: Watcher = {
  request: (call) => log.add(call),
  order: (id, state) => {
    orders.moved(id, state);
    look();
  },
  changed: (kind) => {
    if (kind === "reset") {
      log.clear();
      orders.refresh();
    }
    look();
  },
  live: (isLive) => {
    const live = byId("live");
    live.dataset.state = isLive ? "live" : "lost";
    setText(live.lastElementChild as HTMLElement, isLive ? "live" : "connection lost");
    if (!isLive) return;
    orders.refresh();
    look();
  },
};

setText(byId("base-url"), `${location.origin}/v1`);
byId("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText(byId("base-url").textContent);
  say("The address is copied.");
});
await scenario.load();
void worlds.load();
enter();
