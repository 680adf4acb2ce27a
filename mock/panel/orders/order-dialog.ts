/** The dialog in which an order is added or edited. A field that is left empty is left out of the order. */
import { type Json, type JsonObject, parseJson } from "../../../spec/json/json.ts";
import { ORDER_FIELD_NAMES, ORDER_FIELDS, type OrderFieldEntry } from "../../../spec/schema/fields.ts";
import type { ControlClient, OrderEntry } from "../../control/control-client.ts";
import { byId, element, onSubmit, options, setText, showMessage } from "../element.ts";

const OMITTED = "omitted";

export class OrderDialog {
  private readonly dialog: HTMLDialogElement;
  private readonly id = byId<HTMLInputElement>("order-id");
  private readonly state = byId<HTMLSelectElement>("order-state");
  private readonly fields = ORDER_FIELD_NAMES.filter((field) => field !== "id").map((field) => ({
    field,
    entry: ORDER_FIELDS[field],
    editor: editorOf(ORDER_FIELDS[field]),
  }));

  /** `onSave` is called when the world has the order. */
  constructor(control: ControlClient, onSave: () => void) {
    byId("order-error").before(
      ...this.fields.map(({ entry, editor }) => element("label", {}, `${entry.label} `, editor)),
    );
    byId("add-order").addEventListener("click", () => this.open());
    this.dialog = onSubmit("order-dialog", async () => {
      const { id } = await control.call(`PUT orders/${this.id.value}`, { body: this.read() });
      onSave();
      showMessage(`Order ${id} is saved.`);
    });
  }

  /** Opens with an order, or empty. */
  open(entry?: OrderEntry): void {
    setText(byId("order-title"), entry === undefined ? "Add an order" : `Edit order ${entry.id}`);
    this.id.value = entry?.id ?? "";
    this.id.readOnly = entry !== undefined;
    this.state.value = entry?.state === "shipped" ? "shipped" : "pending";
    for (const { field, editor } of this.fields) editor.value = String(entry?.order[field] ?? "");
    this.dialog.showModal();
  }

  private read(): JsonObject {
    const given = this.fields.filter(({ editor }) => editor.value !== "");
    return {
      state: this.state.value,
      ...Object.fromEntries(given.map(({ field, entry, editor }) => [field, readValue(entry, editor.value)])),
    };
  }
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
