/** The orders card: shows all orders, those in one state, or one found by id. */
import type { ControlClient, OrderEntry, StatePage } from "../../control/control-client.ts";
import type { CurrentState } from "../../service/order-store.ts";
import { byId, element, setText } from "../element.ts";
import { orShowError, showMessage } from "../messages.ts";
import { OrderDialog } from "./order-dialog.ts";
import { OrdersGrid } from "./orders-grid.ts";
import { PageCache } from "./page-cache.ts";

const FILTERS = ["all", "pending", "shipped", "cancelled"] as const;
type Filter = (typeof FILTERS)[number];

export class OrdersView {
  private readonly control: ControlClient;
  /** Called when another set of orders is shown, so that the counts are fetched. */
  private readonly onFilterChange: () => void;
  private readonly cache = new PageCache((offset, limit) => this.fetchEntries(offset, limit));
  private readonly grid: OrdersGrid;
  private readonly findId = byId<HTMLInputElement>("find-id");
  private filter: Filter = "all";
  /** The order that was found by id. */
  private found: OrderEntry | undefined;
  /** Whether the next update shows other orders than before. */
  private scrollToTop = true;

  constructor(control: ControlClient, onFilterChange: () => void) {
    this.control = control;
    this.onFilterChange = onFilterChange;
    const dialog = new OrderDialog(control, () => {
      this.refresh();
      onFilterChange();
    });
    this.grid = new OrdersGrid(this.cache, {
      ship: (id) => void this.change(id, "ship"),
      cancel: (id) => void this.change(id, "cancel"),
      edit: (entry) => dialog.open(entry),
    });
    for (const name of FILTERS) this.addButton(name);
    byId("find").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.find(this.findId.value.trim());
    });
    this.findId.addEventListener("input", () => {
      if (this.findId.value === "" && this.found !== undefined) this.setFilter(this.filter);
    });
  }

  /** The query that selects the shown orders in `GET state`. */
  get query(): Readonly<Record<string, string>> {
    return this.filter === "all" ? {} : { state: this.filter };
  }

  show({ counts, listed }: StatePage): void {
    const all = counts.pending + counts.shipped + counts.cancelled;
    for (const name of FILTERS)
      setText(byId(`count-${name}`), (name === "all" ? all : counts[name]).toLocaleString("en"));
    const shown = this.found === undefined ? listed : 1;
    this.grid.show(shown, this.scrollToTop);
    this.scrollToTop = false;
    const none = byId("no-rows");
    none.hidden = shown > 0;
    setText(none, this.filter === "all" ? "No orders in this world." : `No ${this.filter} orders.`);
  }

  orderChanged(id: string, state: CurrentState): void {
    if (this.found?.id === id) this.found = { ...this.found, state };
    this.cache.setState(id, state);
    if (this.filter !== "all") this.cache.refresh();
  }

  /** Fetches everything again. */
  refresh(): void {
    this.found = undefined;
    this.cache.refresh();
  }

  setFilter(filter: Filter): void {
    this.filter = filter;
    this.found = undefined;
    this.findId.value = "";
    for (const each of FILTERS) byId(`state-${each}`).ariaPressed = String(each === filter);
    this.showFromTop();
  }

  private showFromTop(): void {
    this.cache.clear();
    this.scrollToTop = true;
    this.onFilterChange();
  }

  private async fetchEntries(offset: number, limit: number): Promise<readonly OrderEntry[]> {
    if (this.found !== undefined) return [this.found];
    return (await this.control.page({ offset: String(offset), limit: String(limit), ...this.query })).orders;
  }

  private async find(id: string): Promise<void> {
    if (id === "") return this.setFilter(this.filter);
    const entry = await orShowError(this.control.order(id));
    if (entry === undefined) return;
    this.found = entry;
    this.showFromTop();
  }

  private async change(id: string, action: "ship" | "cancel"): Promise<void> {
    const state = await orShowError(this.control.change(id, action));
    if (state !== undefined) showMessage(`Order ${id} is ${state}.`);
  }

  private addButton(name: Filter): void {
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const attributes = { type: "button", id: `state-${name}`, "aria-pressed": String(name === this.filter) };
    const button = element("button", attributes, `${label} `, element("span", { id: `count-${name}`, class: "count" }));
    button.addEventListener("click", () => this.setFilter(name));
    byId("states").append(button);
  }
}
