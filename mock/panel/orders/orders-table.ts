/** A page of orders as a table, a row for each. */
import { stringifyJson } from "../../../spec/json/json.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderField } from "../../../spec/schema/fields.ts";
import type { OrderEntry } from "../../control/world-control.ts";
import { button, byId, element } from "../element.ts";

/** Called when the user has chosen what is to be done with an order. */
type Act = (action: "ship" | "cancel" | "edit", entry: OrderEntry) => void;

/** The fields that have a column of their own, and an input in the dialog. */
export const FIELDS = ORDER_FIELD_NAMES.filter((field) => field !== "id");

/**
 * Returns a function that shows orders; `first` is the position of the first of them among `count` orders. A row whose order is the
 * same stays, so that it loses no click.
 */
export function ordersTable(act: Act) {
  const table = byId("orders");
  const body = byId("rows");
  let shown: { readonly text: string; readonly row: HTMLTableRowElement }[] = [];
  const heads = FIELDS.map((field) =>
    element("th", { scope: "col", class: classOf(field) }, ORDER_FIELDS[field].label),
  );
  table.querySelector("thead .actions")?.before(...heads);
  return (entries: readonly OrderEntry[], first: number, count: number): void => {
    const before = shown;
    const focused = before.findIndex(({ row }) => row.matches(":focus-within"));
    shown = entries.map((entry, at) => {
      const text = stringifyJson(entry);
      const same = before[at];
      return same?.text === text ? same : { text, row: orderRow(entry, act) };
    });
    for (const [at, { row }] of shown.entries()) {
      row.ariaRowIndex = String(first + at + 2);
      if (before[at] === undefined) body.append(row);
      else if (before[at].row !== row) before[at].row.replaceWith(row);
    }
    for (const { row } of before.slice(entries.length)) row.remove();
    table.setAttribute("aria-rowcount", String(count + 1));
    // The button that was used may be gone.
    const row = shown[focused]?.row;
    if (row !== before[focused]?.row) row?.querySelector("button")?.focus({ preventScroll: true });
  };
}

/** Nothing can be done with an order without an id, and but for an edit with pending ones only. */
function orderRow(entry: OrderEntry, act: Act): HTMLTableRowElement {
  const { id, order, state } = entry;
  const edit = { class: "link", title: "Edit this order" };
  const name =
    id === null ? textOf(order.id) : button(textOf(order.id), () => act("edit", entry), edit);
  const actions = id === null || state !== "pending" ? [] : (["ship", "cancel"] as const);
  const buttons = actions.map((action) => {
    const label = capitalized(action);
    return button(label, () => act(action, entry), { "aria-label": `${label} order ${id}` });
  });
  return element(
    "tr",
    { "data-state": state },
    element("th", { scope: "row", class: "id" }, name),
    element("td", {}, element("span", { class: "state" }, capitalized(state))),
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
