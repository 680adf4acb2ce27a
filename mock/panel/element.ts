/** The page of the panel: its elements, its messages and its dialogs. */

/** The document of the panel: that of a frame when the panel is in a page with an app. */
let page = globalThis.document;

/** Called before anything else, if the panel is not the whole page. */
export function setPage(document: Document): void {
  page = document;
}

/** The window of the panel. */
export function view(): Window {
  return page.defaultView ?? globalThis.window;
}

/** The element with an id; index.html defines all of them. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return page.getElementById(id) as T;
}

/** A new element. Strings become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = page.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Sets the text if it differs, so that unchanged text keeps its selection and is not announced again. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

export function options(names: readonly (readonly [value: string, label: string])[]): HTMLOptionElement[] {
  return names.map(([value, label]) => element("option", { value }, label));
}

const MESSAGE_MS = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message for a few seconds; screen readers read it. */
export function showMessage(text: string): void {
  const status = byId("status");
  setText(status, text);
  clearTimeout(timer);
  timer = setTimeout(() => setText(status, ""), MESSAGE_MS);
}

/** The result, or undefined when the promise rejects; the error's message is then shown. */
export async function orShowError<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    showMessage((error as Error).message);
    return undefined;
  }
}

/** Copies a text and says so. */
export async function copyText(text: string, message: string): Promise<void> {
  await view().navigator.clipboard.writeText(text);
  showMessage(message);
}

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
