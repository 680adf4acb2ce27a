/** The page's elements: those that index.html has, and new ones. */

/** The element of an id; index.html has them all. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** A new element; a text child is text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Writes a text where it differs: what does not change keeps its selection and is not announced again. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

export function options(names: readonly (readonly [value: string, label: string])[]): HTMLOptionElement[] {
  return names.map(([value, label]) => element("option", { value }, label));
}
