/** Pages with generated sections, and errors.md: the texts of all errors, for a search by code. */
import { readFileSync } from "node:fs";
import { USER_ERROR_GROUPS } from "../errors/user-errors.ts";

/** Each section is between `<!-- name -->` and `<!-- /name -->`. Throws when the page has no such markers. */
export function replaceSections(page: string, sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections).reduce((text, [name, section]) => {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [start, end] = [text.indexOf(open), text.indexOf(close)];
    if (start < 0 || end < start)
      throw new Error(`The page has no section "${name}": ${open} … ${close}.`);
    return `${text.slice(0, start + open.length)}\n${section}\n${text.slice(end)}`;
  }, page);
}

export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), `|${header.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

export function deriveErrorsPage(): Record<string, string> {
  const groups = USER_ERROR_GROUPS.map(([title, errors]) => {
    const rows = Object.values(errors).map(({ code, text }) => [`\`${code}\``, inMarkdown(text)]);
    return `## ${title}\n\n${markdownTable(["code", "text"], rows)}\n`;
  });
  const path = "spec/errors.md";
  return {
    [path]: replaceSections(readFileSync(path, "utf8"), { errors: `\n${groups.join("\n")}` }),
  };
}

/** With the details in capitals. */
function inMarkdown(text: string): string {
  return text
    .replace(/«(\w+)»/g, (_, detail: string) => detail.toUpperCase())
    .replaceAll("\n", " ")
    .replaceAll("<", "&lt;");
}
