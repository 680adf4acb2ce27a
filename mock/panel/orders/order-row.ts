/** One row of the grid. Its elements are created once and show different orders in turn. */
import { Decimal, type Json } from "../../../spec/json/json.ts";
import type { OrderEntry, State } from "../control-client.ts";
import { element, setText, view } from "../element.ts";

/** In pixels, as in orders.css, where a narrow page has three lines for an order. */
export function rowHeight(): number {
  return view().matchMedia("(max-width: 720px)").matches ? 82 : 38;
}

const MISSING = "–";
const STATES: Readonly<Record<State, string>> = { pending: "Pending", shipped: "Shipped", cancelled: "Cancelled" };

const cell = (className = ""): HTMLTableCellElement => element("td", { class: className });
const button = (action: string, label: string): HTMLButtonElement =>
  element("button", { type: "button", class: "quiet", "data-action": action, tabindex: "-1" }, label);

export class OrderRow {
  readonly element = element("tr", { class: "row" });
  private readonly id = element("button", { type: "button", class: "link", "data-action": "edit", tabindex: "-1" });
  private readonly state = element("span", { class: "state" });
  private readonly pet = cell("number pet");
  private readonly quantity = cell("number quantity");
  private readonly date = cell("date");
  private readonly complete = cell("complete");
  private readonly ship = button("ship", "Ship");
  private readonly cancel = button("cancel", "Cancel");

  constructor() {
    const state = cell();
    state.append(this.state);
    const actions = cell("actions");
    actions.append(this.ship, this.cancel);
    const id = element("th", { scope: "row", class: "id" }, this.id);
    this.element.append(id, state, this.pet, this.quantity, this.date, this.complete, actions);
  }

  /** `entry` is undefined while it is loading. */
  show(index: number, entry: OrderEntry | undefined, active: boolean): void {
    const { element } = this;
    element.style.top = `${index * rowHeight()}px`;
    element.dataset.index = String(index);
    element.id = `order-${index}`;
    element.ariaRowIndex = String(index + 2);
    element.ariaSelected = String(active);
    element.dataset.state = entry?.state ?? "loading";
    const { id, petId, quantity, shipDate, complete } = entry?.order ?? {};
    setText(this.id, entry === undefined ? "…" : text(id));
    this.id.disabled = entry === undefined || entry.id === null;
    this.id.title = this.id.disabled ? "" : "Edit this order";
    setText(this.state, entry === undefined ? "" : STATES[entry.state]);
    setText(this.pet, text(petId));
    setText(this.quantity, text(quantity));
    setText(this.date, typeof shipDate === "string" ? shortDate(shipDate) : MISSING);
    this.date.title = typeof shipDate === "string" ? shipDate : "";
    setText(this.complete, complete === undefined ? MISSING : complete === true ? "yes" : "no");
    const movable = entry?.state === "pending" && entry.id !== null;
    this.ship.hidden = !movable;
    this.cancel.hidden = !movable;
    this.ship.ariaLabel = `Ship order ${entry?.id}`;
    this.cancel.ariaLabel = `Cancel order ${entry?.id}`;
  }
}

function text(value: Json | undefined): string {
  if (value === undefined) return MISSING;
  return value instanceof Decimal ? value.text : String(value);
}

/** The date as sent, without seconds. */
function shortDate(date: string): string {
  return date.replace(/T(\d\d:\d\d):\d\d(?:\.\d+)?/, " $1");
}
