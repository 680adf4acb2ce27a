/** Finds, creates and updates elements of the page. */

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
