/** The parts of a document that programs write, each between the marks of its name. */

/** The document with `content` between `<!-- name -->` and `<!-- /name -->`; undefined when it has no such marks. */
export function withMarked(document: string, name: string, content: string): string | undefined {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) return undefined;
  return `${document.slice(0, from + begin.length)}\n${content}${document.slice(to)}`;
}
