/** The page of the panel: its elements, its messages and its dialogs. */

/** The document of the panel: that of a frame when the panel is in a page with an app. */
let page = globalThis.document;

/** Called before anything else, if the panel is not the whole page. */
export function setPage(document: Document): void {
  page = document;
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

export function button(
  label: string,
  onClick: () => void,
  attributes: Readonly<Record<string, string>> = {},
): HTMLButtonElement {
  const made = element("button", { type: "button", class: "quiet", ...attributes }, label);
  made.addEventListener("click", onClick);
  return made;
}

/** Options with names as their values and labels; `empty` is the label of the empty one. */
export function options(names: Iterable<string>, empty: string): HTMLOptionElement[] {
  return Array.from(names, (value) => element("option", { value }, value || empty));
}

/** Sets the text if it differs, so that unchanged text keeps its selection and is not announced again. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
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

/** Copies a text; `what` it is begins the message. */
export async function copy(text: string, what: string): Promise<void> {
  if (!window.isSecureContext)
    return showMessage(
      "Only a page of this machine or over HTTPS may copy. Select the text instead.",
    );
  await navigator.clipboard.writeText(text);
  showMessage(`${what} copied.`);
}

/** The result, or undefined when the promise rejects; the error's message is then shown. */
export function orShowError<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch(({ message }: Error) => {
    showMessage(message);
    return undefined;
  });
}

/** Shows what was done, or why it was not. Resolves with whether it was. */
export async function showOutcome(change: Promise<void>, done: string): Promise<boolean> {
  const isDone = await orShowError(change.then(() => true));
  if (isDone) showMessage(done);
  return isDone === true;
}

/** Runs `save` when the form of the dialog is submitted, and closes the dialog; if it rejects, shows the reason and stays open. */
export function onSubmit(dialogId: string, save: () => Promise<void>): HTMLDialogElement {
  const dialog = byId<HTMLDialogElement>(dialogId);
  const problem = dialog.querySelector<HTMLElement>("[role=alert]")!;
  dialog.querySelector("[data-close]")?.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => setText(problem, ""));
  dialog.addEventListener("submit", (event) => {
    event.preventDefault();
    void save().then(
      () => dialog.close(),
      ({ message }: Error) => setText(problem, message),
    );
  });
  return dialog;
}
