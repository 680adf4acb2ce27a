/** Dialogs that ask for one text. */
import { byId } from "./element.ts";

/** Resolves with what was entered, or undefined when the dialog was closed without it. */
export function ask(dialogId: string, inputId: string): Promise<string | undefined> {
  const dialog = byId<HTMLDialogElement>(dialogId);
  const input = byId<HTMLInputElement>(inputId);
  input.value = "";
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "close",
      () => resolve(dialog.returnValue === "cancel" || input.value === "" ? undefined : input.value),
      { once: true },
    );
  });
}
