/** One order as a row of the table. */
import type { Order } from "../../../spec/interface/json.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderField } from "../../../spec/schema/fields.ts";
import type { OrderEntry } from "../../control/control-client.ts";
import type { CurrentState } from "../../service/order-store.ts";
import { button, element } from "../element.ts";

export type Action = "ship" | "cancel" | "edit";

/** The fields that have a column of their own. */
const FIELDS = ORDER_FIELD_NAMES.filter((field) => field !== "id");

/** Gives the table a column for each field: before the last one, which has the actions. */
export function addColumns(table: HTMLElement): void {
  const heads = FIELDS.map((field) =>
    element("th", { scope: "col", class: classOf(field) }, ORDER_FIELDS[field].label),
  );
  table.querySelector("thead .actions")?.before(...heads);
}

const classOf = (field: OrderField): string => `field ${ORDER_FIELDS[field].kind}`;

const STATES: Readonly<Record<CurrentState, string>> = {
  pending: "Pending",
  shipped: "Shipped",
  cancelled: "Cancelled",
};

/** What can be done with an order: nothing without an id, and but for an edit with pending ones only. */
export function actionsOf({ id, state }: OrderEntry): readonly Action[] {
  if (id === null) return [];
  return state === "pending" ? ["edit", "ship", "cancel"] : ["edit"];
}

/** `act` is called when the user has chosen one of {@link actionsOf}. */
export function orderRow(entry: OrderEntry, act: (action: Action) => void): HTMLTableRowElement {
  const { id, order, state } = entry;
  const actions = actionsOf(entry);
  // The row has the focus, and a key for each of them.
  const actionButton = (action: Action, label: string, attributes: Readonly<Record<string, string>>) =>
    actions.includes(action) ? [button(label, () => act(action), { tabindex: "-1", ...attributes })] : [];
  const edit = actionButton("edit", textOf(order.id), { class: "link", title: "Edit this order" });
  return element(
    "tr",
    { tabindex: "-1", "data-state": state },
    element("th", { scope: "row", class: "id" }, ...(edit.length > 0 ? edit : [textOf(order.id)])),
    element("td", {}, element("span", { class: "state" }, STATES[state])),
    ...FIELDS.map((field) => fieldCell(field, order)),
    element(
      "td",
      { class: "actions" },
      ...actionButton("ship", "Ship", { "aria-label": `Ship order ${id}` }),
      ...actionButton("cancel", "Cancel", { "aria-label": `Cancel order ${id}` }),
    ),
  );
}

function fieldCell(field: OrderField, order: Order): HTMLTableCellElement {
  const text = textOf(order[field]);
  const { kind, label } = ORDER_FIELDS[field];
  // Without the seconds.
  const short = kind === "date-time" ? text.replace(/T(\d\d:\d\d):\d\d(?:\.\d+)?/, " $1") : text;
  return element("td", { class: classOf(field), "data-label": label, title: text }, short);
}

function textOf(value: Order[OrderField]): string {
  if (value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
