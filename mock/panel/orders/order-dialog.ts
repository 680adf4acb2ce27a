/** The dialog in which an order is added or edited. A field that is left empty is left out of the order. */
import { type Json, type JsonObject, parseJson } from "../../../spec/json/json.ts";
import type { ControlClient, OrderEntry } from "../control-client.ts";
import { submitDialog } from "../dialogs.ts";
import { byId, options, setText } from "../element.ts";
import { showMessage } from "../messages.ts";

const NUMBERS = ["petId", "quantity"] as const;

export class OrderDialog {
  private readonly id = byId<HTMLInputElement>("order-id");
  private readonly state = byId<HTMLSelectElement>("order-state");
  private readonly complete = byId<HTMLSelectElement>("order-complete");

  /** `onSave` is called when the world has the order. */
  constructor(control: ControlClient, onSave: () => void) {
    this.state.append(
      ...options([
        ["pending", "Pending"],
        ["shipped", "Shipped"],
      ]),
    );
    this.complete.append(
      ...options([
        ["", "left out"],
        ["false", "no"],
        ["true", "yes"],
      ]),
    );
    byId("add-order").addEventListener("click", () => this.open());
    submitDialog("order-dialog", "order-form", "order-error", async () => {
      const { id } = await control.putOrder(this.id.value, this.read());
      onSave();
      showMessage(`Order ${id} is saved.`);
    });
  }

  /** Opens with an order, or empty. */
  open(entry?: OrderEntry): void {
    const { petId, quantity, shipDate, complete } = entry?.order ?? {};
    setText(byId("order-title"), entry === undefined ? "Add an order" : `Edit order ${entry.id}`);
    this.id.value = entry?.id ?? "";
    this.id.readOnly = entry !== undefined;
    this.state.value = entry?.state === "shipped" ? "shipped" : "pending";
    this.complete.value = typeof complete === "boolean" ? String(complete) : "";
    for (const [name, value] of Object.entries({ petId, quantity, shipDate }))
      input(name).value = value === undefined ? "" : String(value);
    byId<HTMLDialogElement>("order-dialog").showModal();
  }

  private read(): JsonObject {
    const given = (name: string): boolean => input(name).value !== "";
    return {
      state: this.state.value,
      ...Object.fromEntries(NUMBERS.filter(given).map((name): [string, Json] => [name, parseJson(input(name).value)])),
      ...(given("shipDate") && { shipDate: input("shipDate").value }),
      ...(this.complete.value !== "" && { complete: this.complete.value === "true" }),
    };
  }
}

function input(name: string): HTMLInputElement {
  return byId<HTMLInputElement>(`order-${name}`);
}
