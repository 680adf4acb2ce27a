/** Generates sections and tables of pages. */

/**
 * Replaces the text between `<!-- name -->` and `<!-- /name -->`. Throws if the page lacks these
 * markers.
 */
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
