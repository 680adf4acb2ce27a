/** A page of orders as a table, a row for each. */
import { stringifyJson } from "../../../spec/json/json.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderField } from "../../../spec/schema/fields.ts";
import type { OrderEntry, OrdersState } from "../../control/world-control.ts";
import { shipmentText } from "../countdown.ts";
import { button, byId, element } from "../element.ts";

/** Called when the user has chosen what is to be done with an order. */
type Act = (action: "ship" | "cancel" | "edit", entry: OrderEntry) => void;

/** The fields that have a column of their own, and an input in the dialog. */
export const FIELDS = ORDER_FIELD_NAMES.filter((field) => field !== "id");

interface ShownRow {
  /** What is shown, as JSON. */
  readonly text: string;
  readonly entry: OrderEntry;
  readonly row: HTMLTableRowElement;
}

/** Returns a function that shows a page. A row whose order is the same stays, so that it loses no click. */
export function ordersTable(act: Act) {
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
    // The button that was used may be gone, or with its order in another row.
    const last = before[focused];
    const now = shown.find(({ entry }) => entry.id === last?.entry.id) ?? shown[focused];
    if (last === undefined || now?.row === last.row) return;
    (now?.row.querySelector("button") ?? byId("main")).focus({ preventScroll: true });
  };
}

/** `before`: what its place in the table has shown. */
function shownRow(entry: OrderEntry, page: OrdersState, act: Act, before?: ShownRow): ShownRow {
  const { id, state } = entry;
  const rule = id === null ? undefined : page.ships.find((one) => one.id === id);
  const text = stringifyJson([entry, rule ? [rule, page.lists, page.firstListAt] : []]);
  if (before?.text === text) return before;

  const row = orderRow(entry, act, rule && shipmentText(rule, page));
  // It draws the eye.
  if (before?.entry.id === id && before.entry.state !== state) row.classList.add("changed");
  return { text, entry, row };
}

/** Nothing can be done with an order without an id, and but for an edit with pending ones only. */
function orderRow(entry: OrderEntry, act: Act, shipment?: HTMLElement): HTMLTableRowElement {
  const { id, order, state } = entry;
  const edit = { class: "link", title: "Edit this order" };
  const name =
    id === null ? textOf(order.id) : button(textOf(order.id), () => act("edit", entry), edit);
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
  const text = textOf(order[field]);
  const { kind, label } = ORDER_FIELDS[field];
  // Without the seconds.
  const short = kind === "date-time" ? text.replace(/T(\d\d:\d\d):\d\d(?:\.\d+)?/, " $1") : text;
  return element("td", { class: classOf(field), "data-label": label, title: text }, short);
}

const capitalized = (word: string): string => word.replace(/^./, (first) => first.toUpperCase());

const classOf = (field: OrderField): string => `field ${ORDER_FIELDS[field].kind}`;

function textOf(value: OrderEntry["order"][OrderField]): string {
  if (value === undefined) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
