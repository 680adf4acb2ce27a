/** Dialogs: one that asks for a text, and one with a form whose refusal is shown in it. */
import { byId, setText } from "./element.ts";

/** Runs `save` when the form is submitted, and closes the dialog; if it rejects, shows the reason and stays open. */
export function submitDialog(dialogId: string, formId: string, errorId: string, save: () => Promise<void>): void {
  const dialog = byId<HTMLDialogElement>(dialogId);
  const error = byId(errorId);
  dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    error.hidden = true;
  });
  byId(formId).addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await save();
      dialog.close();
    } catch (reason) {
      setText(error, (reason as Error).message);
      error.hidden = false;
    }
  });
}

/** Resolves with the text, or undefined when the dialog was closed. */
export function askText(dialogId: string, inputId: string): Promise<string | undefined> {
  const dialog = byId<HTMLDialogElement>(dialogId);
  const input = byId<HTMLInputElement>(inputId);
  input.value = "";
  dialog.returnValue = "";
  const close = dialog.querySelector<HTMLElement>("[data-close]");
  if (close !== null) close.onclick = () => dialog.close("");
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "open" ? input.value : undefined), {
      once: true,
    });
  });
}
