/** The dialog in which a scenario of one's own is written or opened, and the world is reset to it. */
import { ORDER_FIELDS } from "../../spec/schema/fields.ts";
import type { ControlClient } from "../control/control-client.ts";
import { submitDialog } from "./dialogs.ts";
import { byId } from "./element.ts";
import { showMessage } from "./messages.ts";

const ORDER = Object.entries(ORDER_FIELDS)
  .map(([field, { example }]) => `${field}: ${example}`)
  .join(", ");
const EXAMPLE = `description: Order ${ORDER_FIELDS.id.example} ships after the first list, and every fifth list fails.
orders:
  count: 20
  list:
    - { ${ORDER}, state: pending }
ships:
  - { id: ${ORDER_FIELDS.id.example}, afterLists: 1 }
faults:
  - { on: listOrders, every: 5, status: 503, retryAfter: 2 }
`;

export class ScenarioDialog {
  /** `onReset` is called with the name of the scenario that the world has then. */
  constructor(control: ControlClient, onReset: (name: string) => void) {
    const text = byId<HTMLTextAreaElement>("own-text");
    const name = byId<HTMLInputElement>("own-name");
    text.value = EXAMPLE;
    byId("own-scenario").addEventListener("click", () => byId<HTMLDialogElement>("scenario-dialog").showModal());
    byId("own-file").addEventListener("change", async ({ target }) => {
      const [file] = (target as HTMLInputElement).files ?? [];
      if (file === undefined) return;
      text.value = await file.text();
      name.value = file.name.replace(/\.\w+$/, "").replace(/[^\w.~-]/g, "-");
    });
    submitDialog("scenario-dialog", "own-form", "own-error", async () => {
      await control.resetTo({ scenario: name.value, text: text.value });
      onReset(name.value);
      showMessage(`The world has been reset to ${name.value}.`);
    });
  }
}
