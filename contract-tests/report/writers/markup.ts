/** Safe HTML or XML: texts are escaped before they get here. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value between the literals of {@link html}. */
export type MarkupPart = Markup | string | number | false | undefined | readonly MarkupPart[];

/**
 * html`<p class="${kind}">${words}</p>`: escapes strings, joins lists, and drops undefined and
 * false.
 */
export function html(literals: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return new Markup(
    literals.map((literal, i) => (i === 0 ? "" : markupText(parts[i - 1])) + literal).join(""),
  );
}

function markupText(part: MarkupPart): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeMarkup(String(part));
  return part.map(markupText).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
