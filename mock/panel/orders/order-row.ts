/** One row of the grid. Its elements are created once and show different orders in turn. */
import type { Order } from "../../../spec/interface/json.ts";
import { type FieldEntry, ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderField } from "../../../spec/schema/fields.ts";
import type { OrderEntry } from "../../control/control-client.ts";
import type { CurrentState } from "../../service/order-store.ts";
import { element, setText, view } from "../element.ts";

/** The fields that have a column of their own. */
const FIELDS = ORDER_FIELD_NAMES.filter((field) => field !== "id");
const LINES = Math.ceil(FIELDS.length / 2);

/** In pixels, as in narrow.css and orders.css. */
export function rowHeight(): number {
  return view().matchMedia("(max-width: 720px)").matches ? 44 + 19 * LINES : 38;
}

const WIDTHS: Readonly<Record<FieldEntry["kind"], string>> = {
  integer: "4.6em",
  "date-time": "minmax(10.6em, 1.2fr)",
  boolean: "5em",
  string: "5em",
};

/** Gives the grid a column for each field: before the last one, which has the actions. */
export function addColumns(grid: HTMLElement): void {
  const heads = FIELDS.map((field) =>
    element("th", { scope: "col", class: classOf(field) }, ORDER_FIELDS[field].label),
  );
  grid.querySelector("thead .actions")?.before(...heads);
  const widths = FIELDS.map((field) => {
    const { kind, format } = ORDER_FIELDS[field];
    return format === "int64" ? "minmax(3em, 0.8fr)" : WIDTHS[kind];
  });
  grid.style.setProperty("--fields", widths.join(" "));
  grid.style.setProperty("--fewer-fields", widths.slice(0, -1).join(" "));
  grid.style.setProperty("--lines", String(LINES));
}

const classOf = (field: OrderField): string => `field ${ORDER_FIELDS[field].kind}`;

const MISSING = "–";
const STATES: Readonly<Record<CurrentState, string>> = {
  pending: "Pending",
  shipped: "Shipped",
  cancelled: "Cancelled",
};

const cell = (className = ""): HTMLTableCellElement => element("td", { class: className });
const button = (action: string, label: string): HTMLButtonElement =>
  element("button", { type: "button", class: "quiet", "data-action": action, tabindex: "-1" }, label);

export class OrderRow {
  readonly element = element("tr", { class: "row" });
  private readonly id = element("button", { type: "button", class: "link", "data-action": "edit", tabindex: "-1" });
  private readonly state = element("span", { class: "state" });
  private readonly fields = FIELDS.map((field) => ({
    field,
    cell: element("td", { class: classOf(field), "data-label": ORDER_FIELDS[field].label }),
  }));
  private readonly ship = button("ship", "Ship");
  private readonly cancel = button("cancel", "Cancel");

  constructor() {
    const state = cell();
    state.append(this.state);
    const actions = cell("actions");
    actions.append(this.ship, this.cancel);
    const id = element("th", { scope: "row", class: "id" }, this.id);
    this.element.append(id, state, ...this.fields.map(({ cell }) => cell), actions);
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
    const order: Order = entry?.order ?? {};
    setText(this.id, entry === undefined ? "…" : text(order.id));
    this.id.disabled = entry === undefined || entry.id === null;
    this.id.title = this.id.disabled ? "" : "Edit this order";
    setText(this.state, entry === undefined ? "" : STATES[entry.state]);
    for (const { field, cell } of this.fields) {
      const shown = text(order[field]);
      const isDate = ORDER_FIELDS[field].kind === "date-time";
      setText(cell, isDate ? shortDate(shown) : shown);
      cell.title = isDate && order[field] !== undefined ? shown : "";
    }
    const movable = entry?.state === "pending" && entry.id !== null;
    this.ship.hidden = !movable;
    this.cancel.hidden = !movable;
    this.ship.ariaLabel = `Ship order ${entry?.id}`;
    this.cancel.ariaLabel = `Cancel order ${entry?.id}`;
  }
}

function text(value: Order[OrderField]): string {
  if (value === undefined) return MISSING;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/** The date as sent, without seconds. */
function shortDate(date: string): string {
  return date.replace(/T(\d\d:\d\d):\d\d(?:\.\d+)?/, " $1");
}
