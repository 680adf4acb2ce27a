/**
 * The dialogs that save the world as a scenario, and that write or open the user's own scenario.
 */
import type { OrdersState } from "../../control/world-control.ts";
import { change } from "../changes.ts";
import type { ShownWorld } from "../connection.ts";
import { byId, copy, element, orShowError, showMessage } from "../element.ts";
import { onSubmit } from "../forms.ts";

/** Calls `onSave` with the name and the text of the saved scenario. */
export function saveDialog(shown: ShownWorld, onSave: (name: string, text: string) => void): void {
  const name = byId<HTMLInputElement>("save-name");
  const description = byId<HTMLInputElement>("save-description");
  const dialog = onSubmit("save-dialog", async (choice) => {
    const text = await shown().toScenario({ name: name.value, description: description.value });
    if (choice === "copy") await copy(text, "Scenario");
    else download(text, `${name.value}.yaml`);
    onSave(name.value, text);
  });
  byId("save-world").addEventListener("click", async () => {
    const state = await orShowError(shown().state({ limit: 0 }));
    if (state === undefined) return;
    name.value = titleOf(state);
    description.value = state.description;
    dialog.showModal();
    name.select();
  });
}

/**
 * Returns a name that no scenario with other orders has, without the sign that separates scenarios.
 */
function titleOf({ scenario, changed }: OrdersState): string {
  return `${scenario}${changed ? "-changed" : ""}`.replaceAll("+", "-");
}

/** Calls `onApply` with the name and the text of the scenario that the world now has. */
export function customDialog(
  shown: ShownWorld,
  onApply: (name: string, text: string) => void,
): void {
  const text = byId<HTMLTextAreaElement>("own-text");
  const name = byId<HTMLInputElement>("own-name");
  byId("own-file").addEventListener("change", async ({ target }) => {
    const [file] = (target as HTMLInputElement).files ?? [];
    if (file === undefined) return;
    text.value = await file.text();
    const [, ownName] = /^name: ([\w.~-]{1,64})$/m.exec(text.value) ?? [];
    name.value = ownName ?? file.name.replace(/\.\w+$/, "").replace(/[^\w.~-]/g, "-");
  });
  const dialog = onSubmit("scenario-dialog", async () => {
    const options = { scenario: name.value, text: text.value };
    const done = `The world has been reset to ${name.value}.`;
    await change(shown(), done, (world) => world.reset(options));
    onApply(name.value, text.value);
  });
  // Starts with the current world, to be changed or just read.
  byId("own-scenario").addEventListener("click", async () => {
    text.value = (await orShowError(shown().toScenario())) ?? "";
    dialog.showModal();
  });
}

function download(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  element("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
  showMessage(`${name} is downloaded.`);
}
