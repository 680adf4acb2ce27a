/** Dialogs that ask for one text. */
import { byId } from "./element.ts";

/** Resolves with what was entered, or undefined when the dialog was closed without it. */
export function ask(dialogId: string, inputId: string): Promise<string | undefined> {
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
