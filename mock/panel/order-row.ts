/** One row of the grid: elements that are made once and show one order after another. */
import { Decimal, type Json } from "../../spec/json.ts";
import type { Row, State } from "./control.ts";
import { element, setText } from "./element.ts";

/** As panel.css has it. */
export const ROW_PX = 38;

const NONE = "–";
const STATES: Readonly<Record<State, string>> = { pending: "Pending", shipped: "Shipped", cancelled: "Cancelled" };

const cell = (className = ""): HTMLTableCellElement => element("td", { class: className });
const button = (move: string, label: string): HTMLButtonElement =>
  element("button", { type: "button", class: "quiet", "data-move": move, tabindex: "-1" }, label);

export class OrderRow {
  readonly element = element("tr", { class: "row" });
  private readonly id = element("th", { scope: "row", class: "id" });
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
    this.element.append(this.id, state, this.pet, this.quantity, this.date, this.complete, actions);
  }

  /** `row` is undefined while it is on its way. */
  show(index: number, row: Row | undefined, active: boolean): void {
    const { element } = this;
    element.style.top = `${index * ROW_PX}px`;
    element.dataset.index = String(index);
    element.id = `order-${index}`;
    element.ariaRowIndex = String(index + 2);
    element.ariaSelected = String(active);
    element.dataset.state = row?.state ?? "loading";
    const { id, petId, quantity, shipDate, complete } = row?.order ?? {};
    setText(this.id, row === undefined ? "…" : text(id));
    setText(this.state, row === undefined ? "" : STATES[row.state]);
    setText(this.pet, text(petId));
    setText(this.quantity, text(quantity));
    setText(this.date, typeof shipDate === "string" ? readable(shipDate) : NONE);
    this.date.title = typeof shipDate === "string" ? shipDate : "";
    setText(this.complete, complete === undefined ? NONE : complete === true ? "yes" : "no");
    const movable = row?.state === "pending" && row.id !== null;
    this.ship.hidden = !movable;
    this.cancel.hidden = !movable;
    this.ship.ariaLabel = `Ship order ${row?.id}`;
    this.cancel.ariaLabel = `Cancel order ${row?.id}`;
  }
}

function text(value: Json | undefined): string {
  if (value === undefined) return NONE;
  return value instanceof Decimal ? value.text : String(value);
}

/** The date as it was sent, shorter: minutes and offset. */
function readable(date: string): string {
  return date.replace(/T(\d\d:\d\d):\d\d(?:\.\d+)?/, " $1");
}
