/** The card of orders: all of them, those of one state, or the one that was asked for. */
import type { Control, Row, State, StatePage } from "./control.ts";
import { byId, element, setText } from "./element.ts";
import { attempt, say } from "./messages.ts";
import { OrdersGrid } from "./orders-grid.ts";
import { RowSource } from "./row-source.ts";

const FILTERS = ["all", "pending", "shipped", "cancelled"] as const;
type Filter = (typeof FILTERS)[number];

export class OrdersView {
  private readonly control: Control;
  /** Called when the counts must be looked at for what is shown now. */
  private readonly onChoice: () => void;
  private readonly source = new RowSource((offset, limit) => this.fetchRows(offset, limit));
  private readonly grid: OrdersGrid;
  private readonly findId = byId<HTMLInputElement>("find-id");
  private filter: Filter = "all";
  /** The one order that was asked for. */
  private found: Row | undefined;
  /** Whether what is shown next is something else than before. */
  private isOther = true;

  constructor(control: Control, onChoice: () => void) {
    this.control = control;
    this.onChoice = onChoice;
    this.grid = new OrdersGrid(this.source, {
      ship: (id) => void this.move(id, "ship"),
      cancel: (id) => void this.move(id, "cancel"),
    });
    for (const name of FILTERS) this.addButton(name);
    byId("find").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.find(this.findId.value.trim());
    });
    this.findId.addEventListener("input", () => {
      if (this.findId.value === "" && this.found !== undefined) this.choose(this.filter);
    });
  }

  /** Which orders are shown, as a query of the control's state. */
  get query(): Readonly<Record<string, string>> {
    return this.filter === "all" ? {} : { state: this.filter };
  }

  /** Shows what a look at the world has found. */
  show({ counts, listed }: StatePage): void {
    const all = counts.pending + counts.shipped + counts.cancelled;
    for (const name of FILTERS)
      setText(byId(`count-${name}`), (name === "all" ? all : counts[name]).toLocaleString("en"));
    const shown = this.found === undefined ? listed : 1;
    this.grid.show(shown, this.isOther);
    this.isOther = false;
    const none = byId("no-rows");
    none.hidden = shown > 0;
    setText(none, this.filter === "all" ? "No orders in this world." : `No ${this.filter} orders.`);
  }

  /** An order's state has changed. */
  moved(id: string, state: State): void {
    if (this.found?.id === id) this.found = { ...this.found, state };
    this.source.move(id, state);
    if (this.filter !== "all") this.source.refresh();
  }

  /** Everything may be different. */
  refresh(): void {
    this.found = undefined;
    this.source.refresh();
  }

  choose(filter: Filter): void {
    this.filter = filter;
    this.found = undefined;
    this.findId.value = "";
    for (const each of FILTERS) byId(`state-${each}`).ariaPressed = String(each === filter);
    this.showOthers();
  }

  private showOthers(): void {
    this.source.forget();
    this.isOther = true;
    this.onChoice();
  }

  private async fetchRows(offset: number, limit: number): Promise<readonly Row[]> {
    if (this.found !== undefined) return [this.found];
    return (await this.control.state({ offset: String(offset), limit: String(limit), ...this.query })).orders;
  }

  private async find(id: string): Promise<void> {
    if (id === "") return this.choose(this.filter);
    const row = await attempt(this.control.order(id));
    if (row === undefined) return;
    this.found = row;
    this.showOthers();
  }

  private async move(id: string, move: "ship" | "cancel"): Promise<void> {
    const state = await attempt(this.control.move(id, move));
    if (state !== undefined) say(`Order ${id} is ${state}.`);
  }

  private addButton(name: Filter): void {
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const attributes = { type: "button", id: `state-${name}`, "aria-pressed": String(name === this.filter) };
    const button = element("button", attributes, `${label} `, element("span", { id: `count-${name}`, class: "count" }));
    button.addEventListener("click", () => this.choose(name));
    byId("states").append(button);
  }
}
