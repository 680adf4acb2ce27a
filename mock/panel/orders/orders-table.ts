/** Shows a page of orders as a table, one row each. */
import { stringifyJson } from "../../../spec/json/json.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderField } from "../../../spec/schema/fields.ts";
import type { OrderEntry, OrdersState } from "../../control/world-control.ts";
import { shipmentText } from "../countdown.ts";
import { button, byId, element } from "../element.ts";

/** Called when the user chooses an action for an order. */
type OrderAction = (action: "ship" | "cancel" | "edit", entry: OrderEntry) => void;

/** Fields with their own column, and an input in the dialog. */
export const FIELDS = ORDER_FIELD_NAMES.filter((field) => field !== "id");

interface ShownRow {
  /** The shown content, as JSON. */
  readonly text: string;
  readonly entry: OrderEntry;
  readonly row: HTMLTableRowElement;
}

/**
 * Returns a function that shows a page. We keep rows of unchanged orders, so that no click on them
 * is lost.
 */
export function ordersTable(act: OrderAction) {
  const table = byId("orders");
  const body = byId("rows");
  let shown: ShownRow[] = [];
  const heads = FIELDS.map((field) =>
    element("th", { scope: "col", class: classOf(field) }, ORDER_FIELDS[field].label),
  );
  table.querySelector("thead .actions")?.before(...heads);
  return (page: OrdersState): void => {
    const before = shown;
    const focused = before.findIndex(({ row }) => row.matches(":focus-within"));
    shown = page.orders.map((entry, at) => shownRow(entry, page, act, before[at]));
    for (const [at, { row }] of shown.entries()) {
      row.ariaRowIndex = String(page.offset + at + 2);
      if (before[at] === undefined) body.append(row);
      else if (before[at].row !== row) before[at].row.replaceWith(row);
    }
    for (const { row } of before.slice(page.orders.length)) row.remove();
    table.setAttribute("aria-rowcount", String(page.listed + 1));
    // The button used last may be gone, or in another row together with its order.
    const last = before[focused];
    const now = shown.find(({ entry }) => entry.id === last?.entry.id) ?? shown[focused];
    if (last === undefined || now?.row === last.row) return;
    (now?.row.querySelector("button") ?? byId("main")).focus({ preventScroll: true });
  };
}

/** `before` is what this place in the table showed last. */
function shownRow(
  entry: OrderEntry,
  page: OrdersState,
  act: OrderAction,
  before?: ShownRow,
): ShownRow {
  const { id, state } = entry;
  const rule = id === null ? undefined : page.ships.find((one) => one.id === id);
  const text = stringifyJson([entry, rule ? [rule, page.lists, page.firstListAt] : []]);
  if (before?.text === text) return before;

  const row = orderRow(entry, act, rule && shipmentText(rule, page));
  // Draws attention to the change.
  if (before?.entry.id === id && before.entry.state !== state) row.classList.add("changed");
  return { text, entry, row };
}

/**
 * Without an id, an order has no actions. An order that is no longer pending can only be edited.
 */
function orderRow(
  entry: OrderEntry,
  act: OrderAction,
  shipment?: HTMLElement,
): HTMLTableRowElement {
  const { id, order, state } = entry;
  const edit = { class: "link", title: "Edit this order" };
  const name =
    id === null ? fieldText(order.id) : button(fieldText(order.id), () => act("edit", entry), edit);
  const actions = id === null || state !== "pending" ? [] : (["ship", "cancel"] as const);
  const buttons = actions.map((action) => {
    const label = capitalized(action);
    return button(label, () => act(action, entry), { "aria-label": `${label} order ${id}` });
  });
  const words = element("span", { class: "state" }, capitalized(state));
  if (shipment !== undefined) words.append(", ", shipment);
  return element(
    "tr",
    { "data-state": state, "data-order": id ?? "" },
    element("th", { scope: "row", class: "id" }, name),
    element("td", { class: "in-state" }, words),
    ...FIELDS.map((field) => fieldCell(field, order)),
    element("td", { class: "actions" }, ...buttons),
  );
}

function fieldCell(field: OrderField, order: OrderEntry["order"]): HTMLTableCellElement {
  const text = fieldText(order[field]);
  const { kind, label } = ORDER_FIELDS[field];
  // Omit the seconds.
  const short = kind === "date-time" ? text.replace(/T(\d\d:\d\d):\d\d(?:\.\d+)?/, " $1") : text;
  return element("td", { class: classOf(field), "data-label": label, title: text }, short);
}

const capitalized = (word: string): string => word.replace(/^./, (first) => first.toUpperCase());

const classOf = (field: OrderField): string => `field ${ORDER_FIELDS[field].kind}`;

function fieldText(value: OrderEntry["order"][OrderField]): string {
  if (value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
