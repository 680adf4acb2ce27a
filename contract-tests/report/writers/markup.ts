/** Markup of HTML and XML, in which no text becomes markup. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What stands between the literals of {@link html}. */
export type Part = Markup | string | number | false | undefined | readonly Part[];

/** html`<p class="${kind}">${words}</p>`: strings are escaped, lists are joined, undefined and false are nothing. */
export function html(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    literals.map((literal, i) => (i === 0 ? "" : textOf(parts[i - 1])) + literal).join(""),
  );
}

function textOf(part: Part): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeMarkup(String(part));
  return part.map(textOf).join("");
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
