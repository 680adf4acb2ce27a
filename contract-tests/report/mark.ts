/** By what a file that orders-kit has written is recognized, so that no file of anyone else is replaced. */

/** For JSON, as its first member. */
export const GENERATOR = "orders-kit";
/** For HTML and Markdown. */
export const HTML_MARK = `<meta name="generator" content="${GENERATOR}">`;
export const MARKDOWN_MARK = `<!-- generator: ${GENERATOR} -->`;

/** JUnit XML names what has run. */
const MARKS = [HTML_MARK, MARKDOWN_MARK, `"generator": "${GENERATOR}"`, `<testsuites name="${GENERATOR} `];

/** `beginning`: the first kilobytes of a file. */
export function carriesMark(beginning: string): boolean {
  return MARKS.some((mark) => beginning.includes(mark));
}
