/** The orders card: shows all orders, those in one state, or one found by id. They are fetched in pages as they come into view. */
import type { ControlClient, OrderEntry, StatePage } from "../../control/control-client.ts";
import { byId, element, orShowError, setText, showMessage } from "../element.ts";
import { OrderDialog } from "./order-dialog.ts";
import { type Action, type GridSource, OrdersGrid } from "./orders-grid.ts";

const PAGE_SIZE = 200;
/** The minimum time between two refreshes. */
const REFRESH_MS = 200;
const FILTERS = ["all", "pending", "shipped", "cancelled"] as const;
type Filter = (typeof FILTERS)[number];

export class OrdersView implements GridSource {
  private readonly control: ControlClient;
  /** Called with each page that is shown: it has the state of the world too. */
  private readonly onPage: (page: StatePage) => void;
  private readonly dialog: OrderDialog;
  private readonly grid: OrdersGrid;
  private readonly findId = byId<HTMLInputElement>("find-id");
  private filter: Filter = "all";
  /** The id of the only order that is shown. */
  private foundId: string | undefined;
  /** What has been fetched, by index. */
  private entries: OrderEntry[] = [];
  /** The pages that need not be fetched: none, until a world is opened. */
  private fetched = new Set([0]);
  /** Refreshes so far, and the one that was shown last. */
  private round = 0;
  private shownRound = 0;
  /** Whether the next page has other orders than before. */
  private scrollToTop = true;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(control: ControlClient, onPage: (page: StatePage) => void) {
    this.control = control;
    this.onPage = onPage;
    this.dialog = new OrderDialog(control, () => this.refresh("all"));
    this.grid = new OrdersGrid(this);
    for (const name of FILTERS) this.addButton(name);
    byId("find").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.find(this.findId.value.trim());
    });
    this.findId.addEventListener("input", () => {
      if (this.findId.value === "" && this.foundId !== undefined) this.setFilter(this.filter);
    });
  }

  entry(index: number): OrderEntry | undefined {
    return this.entries[index];
  }

  need(first: number, end: number): void {
    let page = Math.floor(first / PAGE_SIZE);
    do void this.load(page++);
    while (page * PAGE_SIZE < end);
  }

  /** Every click is answered with a message; what it has changed is shown as the change of any other client is. */
  async act(action: Action, entry: OrderEntry & { readonly id: string }): Promise<void> {
    if (action === "edit") return this.dialog.open(entry);
    const state = await orShowError(this.control.change(entry.id, action));
    if (state !== undefined) showMessage(`Order ${entry.id} is ${state}.`);
  }

  /** Fetches what is in view again; calls in the meantime share it. "all": the order that was found may be gone. */
  refresh(orders: "shown" | "all" = "shown"): void {
    if (orders === "all") this.foundId = undefined;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.round++;
      this.fetched = new Set();
      this.grid.render();
    }, REFRESH_MS);
  }

  setFilter(filter: Filter): void {
    this.filter = filter;
    this.foundId = undefined;
    this.findId.value = "";
    for (const each of FILTERS) byId(`state-${each}`).ariaPressed = String(each === filter);
    this.showFromTop();
  }

  private showFromTop(): void {
    this.entries = [];
    this.fetched = new Set();
    this.scrollToTop = true;
    void this.load(0);
  }

  private async load(page: number): Promise<void> {
    const { entries, fetched, round } = this;
    if (fetched.has(page)) return;
    fetched.add(page);
    const offset = page * PAGE_SIZE;
    const state = await orShowError(this.fetch(offset));
    if (state === undefined) fetched.delete(page);
    // Other orders are shown by now, or newer ones.
    if (state === undefined || entries !== this.entries || round < this.shownRound) return;
    this.shownRound = round;
    entries.length = Math.min(entries.length, state.listed);
    for (const [at, entry] of state.orders.entries()) entries[offset + at] = entry;
    this.show(state);
    this.onPage(state);
  }

  private async fetch(offset: number): Promise<StatePage> {
    const { control, filter, foundId } = this;
    const limit = foundId === undefined ? PAGE_SIZE : 0;
    const query = { offset: String(offset), limit: String(limit), ...(filter !== "all" && { state: filter }) };
    const page = await control.page(query);
    return foundId === undefined ? page : { ...page, listed: 1, orders: [await control.order(foundId)] };
  }

  private show({ counts, listed }: StatePage): void {
    const all = counts.pending + counts.shipped + counts.cancelled;
    for (const name of FILTERS)
      setText(byId(`count-${name}`), (name === "all" ? all : counts[name]).toLocaleString("en"));
    this.grid.show(listed, this.scrollToTop);
    this.scrollToTop = false;
    const none = byId("no-rows");
    none.hidden = listed > 0;
    setText(none, this.filter === "all" ? "No orders in this world." : `No ${this.filter} orders.`);
  }

  private async find(id: string): Promise<void> {
    if (id === "") return this.setFilter(this.filter);
    if ((await orShowError(this.control.order(id))) === undefined) return;
    this.foundId = id;
    this.showFromTop();
  }

  private addButton(name: Filter): void {
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const attributes = { type: "button", id: `state-${name}`, "aria-pressed": String(name === this.filter) };
    const button = element("button", attributes, `${label} `, element("span", { id: `count-${name}`, class: "count" }));
    button.addEventListener("click", () => this.setFilter(name));
    byId("states").append(button);
  }
}
