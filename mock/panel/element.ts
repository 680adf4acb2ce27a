/** Elements and messages of the panel's page. */

/** The panel's document: that of a frame if the panel is in an app's page. */
let page = globalThis.document;

/** Must be called before anything else if the panel is not the whole page. */
export function setPage(document: Document): void {
  page = document;
}

export const panelPage = (): Document => page;

/** Returns the element with this id; index.html defines all of them. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return page.getElementById(id) as T;
}

/** Creates an element. Strings become text, never markup. */
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

/** Creates options whose values are also their labels; `empty` is the label of the empty one. */
export function options(names: Iterable<string>, empty: string): HTMLOptionElement[] {
  return Array.from(names, (value) => element("option", { value }, value || empty));
}

/**
 * Sets the text only if it differs, so that unchanged text keeps its selection and is not announced
 * again.
 */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** How long a message is shown, without and with a change to undo. */
const MESSAGE_MS = 5000;
const UNDO_MS = 20_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a message for some seconds; screen readers read it. `undo` takes back the change that the
 * message reports.
 */
export function showMessage(text: string, undo?: () => void): void {
  const button = byId<HTMLButtonElement>("undo");
  // Hiding the button would lose the focus.
  if (undo === undefined && button === page.activeElement) byId("main").focus();
  setText(byId("status"), text);
  byId("status").dataset.kind = "done";
  button.hidden = undo === undefined;
  button.onclick = undo ?? null;
  clearTimeout(timer);
  if (text !== "") timer = setTimeout(() => showMessage(""), undo ? UNDO_MS : MESSAGE_MS);
}

/** Copies a text. The message begins with `what`. */
export async function copy(text: string, what: string): Promise<void> {
  if (!window.isSecureContext)
    return showMessage(
      "Only a page of this machine or over HTTPS may copy. Select the text instead.",
    );
  await navigator.clipboard.writeText(text);
  showMessage(`${what} copied.`);
}

/**
 * Resolves with the result, or with undefined if the promise rejects, after showing the error's
 * message.
 */
export function orShowError<T>(promise: Promise<T>): Promise<T | undefined> {
  return promise.catch(({ message }: Error) => {
    showMessage(message);
    byId("status").dataset.kind = "error";
    return undefined;
  });
}
