/** The panel: one world of the mock, looked at and played with. */
import { CallLog } from "./call-log.ts";
import { Control, type Row, type State, type StatePage, type Watcher } from "./control.ts";
import { ask } from "./dialogs.ts";
import { byId, element, options, setText } from "./element.ts";
import { OrdersGrid } from "./orders-grid.ts";
import { RowSource } from "./row-source.ts";
import { Trouble } from "./trouble.ts";

/** How long a message stays. */
const MESSAGE_MS = 5000;
/** The least time between two looks at the counts. */
const LOOK_MS = 200;

const control = new Control(new URLSearchParams(location.search).get("world") ?? "", () =>
  ask("key-dialog", "admin-key"),
);
const log = new CallLog(say);
const trouble = new Trouble((faults) => attempt(control.setFaults(faults)));
const source = new RowSource(fetchRows);
const grid = new OrdersGrid(source, { ship: (id) => move(id, "ship"), cancel: (id) => move(id, "cancel") });

const FILTERS = ["all", "pending", "shipped", "cancelled"] as const;
let filter: (typeof FILTERS)[number] = "all";
/** The one order that was asked for. */
let found: Row | undefined;
let watching = new AbortController();
let shownScenario = "";
let looking: ReturnType<typeof setTimeout> | undefined;

async function fetchRows(offset: number, limit: number): Promise<readonly Row[]> {
  if (found !== undefined) return [found];
  const state = filter === "all" ? {} : { state: filter };
  return (await control.state({ offset: String(offset), limit: String(limit), ...state })).orders;
}

/** Tells everyone, screen readers included. */
function say(text: string): void {
  const status = byId("status");
  status.textContent = text;
  clearTimeout(Number(status.dataset.timer));
  status.dataset.timer = String(setTimeout(() => setText(status, ""), MESSAGE_MS));
}

async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    say((error as Error).message);
    return undefined;
  }
}

async function move(id: string, kind: "ship" | "cancel"): Promise<void> {
  const state = await attempt(control.move(id, kind));
  if (state !== undefined) say(`Order ${id} is ${state}.`);
}

/** Looks at the world as a whole, soon: many events make one look. */
function look(fromTop = false): void {
  if (fromTop) {
    clearTimeout(looking);
    looking = undefined;
  }
  looking ??= setTimeout(
    async () => {
      looking = undefined;
      const state = filter === "all" ? {} : { state: filter };
      const page = await attempt(control.state({ limit: "0", ...state }));
      if (page !== undefined) show(page, fromTop);
    },
    fromTop ? 0 : LOOK_MS,
  );
}

function show(page: StatePage, fromTop: boolean): void {
  const { counts, scenario, seed, faults } = page;
  const all = counts.pending + counts.shipped + counts.cancelled;
  if (scenario !== shownScenario) {
    // Only then: a choice that someone is about to make is not taken back by a look at the counts.
    shownScenario = scenario;
    byId<HTMLSelectElement>("scenario").value = scenario;
    describeScenario();
  }
  byId<HTMLInputElement>("seed").placeholder = String(seed);
  byId<HTMLInputElement>("count").placeholder = String(all);
  trouble.show(faults);
  for (const name of FILTERS) {
    const count = name === "all" ? all : counts[name];
    setText(byId(`count-${name}`), count.toLocaleString("en"));
  }
  const shown = found === undefined ? page.listed : 1;
  grid.show(shown, fromTop);
  const none = byId("no-rows");
  none.hidden = shown > 0;
  setText(none, filter === "all" ? "No orders in this world." : `No ${filter} orders.`);
}

function chooseFilter(name: (typeof FILTERS)[number]): void {
  filter = name;
  found = undefined;
  byId<HTMLInputElement>("find-id").value = "";
  for (const each of FILTERS) byId(`state-${each}`).ariaPressed = String(each === name);
  source.replace(fetchRows);
  look(true);
}

function buildFilters(): void {
  for (const name of FILTERS) {
    const label = name === "all" ? "All" : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const button = element(
      "button",
      { type: "button", id: `state-${name}`, "aria-pressed": String(name === filter), "data-state": name },
      `${label} `,
      element("span", { id: `count-${name}`, class: "count" }),
    );
    button.addEventListener("click", () => chooseFilter(name));
    byId("states").append(button);
  }
}

async function find(text: string): Promise<void> {
  if (text === "") return chooseFilter(filter);
  const row = await attempt(control.order(text));
  if (row === undefined) return;
  found = row;
  source.replace(fetchRows);
  look(true);
}

const descriptions = new Map<string, string>();

function describeScenario(): void {
  setText(byId("scenario-about"), descriptions.get(byId<HTMLSelectElement>("scenario").value) ?? "");
}

async function loadScenarios(): Promise<void> {
  const answer = await attempt(control.scenarios());
  for (const { name, description } of answer?.scenarios ?? []) descriptions.set(name, description);
  byId("scenario").replaceChildren(...options([...descriptions.keys()].map((name) => [name, name])));
}

async function beginAnew(): Promise<void> {
  const number = (id: string): Record<string, number> => {
    const { value } = byId<HTMLInputElement>(id);
    return value === "" ? {} : { [id === "count" ? "orders" : id]: Number(value) };
  };
  const body = { scenario: byId<HTMLSelectElement>("scenario").value, ...number("seed"), ...number("count") };
  if ((await attempt(control.reset(body))) === undefined) return;
  for (const id of ["seed", "count"]) byId<HTMLInputElement>(id).value = "";
  say(`${body.scenario} begins anew.`);
}

async function loadWorlds(): Promise<void> {
  const worlds = (await attempt(control.worlds())) ?? [];
  const names = new Set(["", ...worlds.map(({ name }) => name).sort(), control.world]);
  const select = byId<HTMLSelectElement>("world");
  select.replaceChildren(...options([...names].map((name) => [name, name === "" ? "main" : name])));
  select.value = control.world;
}

/** Shows another world from now on; the address says which, so that it can be kept. */
function enter(world: string): void {
  control.world = world;
  shownScenario = "";
  history.replaceState(null, "", world === "" ? location.pathname : `?${new URLSearchParams({ world })}`);
  watching.abort();
  watching = new AbortController();
  log.clear();
  void control.watch(watcher, watching.signal);
  void loadWorlds();
  chooseFilter("all");
}

const watcher: Watcher = {
  request: (call) => log.add(call),
  order: (id: string, state: State) => {
    if (found?.id === id) found = { ...found, state };
    source.move(id, state);
    if (filter !== "all") source.refresh();
    look();
  },
  changed: (kind) => {
    if (kind === "faults") return look();
    log.clear();
    found = undefined;
    source.refresh();
    look();
  },
  live: (isLive) => {
    const live = byId("live");
    live.dataset.state = isLive ? "live" : "lost";
    setText(live.lastElementChild as HTMLElement, isLive ? "live" : "connection lost");
    if (isLive) {
      source.refresh();
      look();
    }
  },
};

function listen(): void {
  const on = (id: string, type: string, act: () => void): void =>
    byId(id).addEventListener(type, (event) => {
      if (type === "submit") event.preventDefault();
      act();
    });
  on("scenario", "change", describeScenario);
  on("scenario-form", "submit", () => void beginAnew());
  on("find", "submit", () => void find(byId<HTMLInputElement>("find-id").value.trim()));
  on("find-id", "input", () => byId<HTMLInputElement>("find-id").value === "" && found && chooseFilter(filter));
  on("world", "change", () => enter(byId<HTMLSelectElement>("world").value));
  on("world", "focus", () => void loadWorlds());
  on("open-world", "click", async () => {
    const name = await ask("world-dialog", "world-name");
    if (name !== undefined) enter(name);
  });
  on("copy", "click", async () => {
    await navigator.clipboard.writeText(byId("base-url").textContent);
    say("The address is copied.");
  });
}

setText(byId("base-url"), `${location.origin}/v1`);
buildFilters();
listen();
await loadScenarios();
enter(control.world);
