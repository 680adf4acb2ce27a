/** The dialog in which an order is added or edited. A field that is left empty is left out of the order. */
import { type Json, type JsonObject, parseJson } from "../../../spec/json/json.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderFieldEntry } from "../../../spec/schema/fields.ts";
import type { ControlClient, OrderEntry } from "../../control/control-client.ts";
import { byId, element, onSubmit, options, setText, showMessage } from "../element.ts";

const OMITTED = "omitted";

/** Returns a function that opens the dialog with an order, or empty. `onSave` is called when the world has the order. */
export function orderDialog(control: ControlClient, onSave: () => void): (entry?: OrderEntry) => void {
  const id = byId<HTMLInputElement>("order-id");
  const state = byId<HTMLSelectElement>("order-state");
  const fields = ORDER_FIELD_NAMES.filter((field) => field !== "id").map((field) => {
    const entry = ORDER_FIELDS[field];
    return { field, entry, editor: editorOf(entry) };
  });
  const read = (): JsonObject => {
    const given = fields.filter(({ editor }) => editor.value !== "");
    const values = given.map(({ field, entry, editor }) => [field, readValue(entry, editor.value)]);
    return { state: state.value, ...Object.fromEntries(values) };
  };
  byId("order-error").before(...fields.map(({ entry, editor }) => element("label", {}, `${entry.label} `, editor)));
  const dialog = onSubmit("order-dialog", async () => {
    const saved = await control.call(`PUT orders/${id.value}`, { body: read() });
    onSave();
    showMessage(`Order ${saved.id} is saved.`);
  });
  const open = (entry?: OrderEntry): void => {
    setText(byId("order-title"), entry === undefined ? "Add an order" : `Edit order ${entry.id}`);
    id.value = entry?.id ?? "";
    id.readOnly = entry !== undefined;
    state.value = entry?.state === "shipped" ? "shipped" : "pending";
    for (const { field, editor } of fields) editor.value = String(entry?.order[field] ?? "");
    dialog.showModal();
  };
  byId("add-order").addEventListener("click", () => open());
  return open;
}

function editorOf({ kind, format, values }: OrderFieldEntry): HTMLInputElement | HTMLSelectElement {
  const choices = kind === "boolean" ? ["false", "true"] : values;
  if (choices !== undefined)
    return element("select", {}, ...options(["", ...choices].map((value) => [value, value || OMITTED])));
  const digits = { inputmode: "numeric", pattern: `-?[0-9]{1,${format === "int64" ? 19 : 15}}` };
  return element("input", { autocomplete: "off", placeholder: OMITTED, ...(kind === "integer" && digits) });
}

function readValue({ kind }: OrderFieldEntry, text: string): Json {
  return kind === "integer" || kind === "boolean" ? parseJson(text) : text;
}
