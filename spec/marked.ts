/** Derived parts of a page stand between two marks of their name: `<!-- name -->` and `<!-- /name -->`. */

/** The page with its parts anew. Throws when a part has no place in it. */
export function withParts(page: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    const [start, end] = [text.indexOf(open), text.indexOf(close)];
    if (start < 0 || end < start) throw new Error(`The page has no place for "${name}": ${open} … ${close}.`);
    return `${text.slice(0, start + open.length)}\n${part}\n${text.slice(end)}`;
  }, page);
}

/** A table of Markdown. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), `|${heads.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
