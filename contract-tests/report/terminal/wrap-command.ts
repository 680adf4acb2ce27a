/** A shell command in several lines with backslashes: copied from a narrow terminal, it still runs. */

/** Breaks between words only, never within quotes or `$(…)`; a word longer than a line stays whole. */
export function wrapCommand(command: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of joinOptions(wordsOf(command))) {
    const indent = lines.length === 0 ? 0 : 2;
    if (line !== "" && indent + line.length + 1 + word.length + 2 > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((text, i) => `${i === 0 ? "" : "  "}${text}${i < lines.length - 1 ? " \\" : ""}`);
}

function wordsOf(command: string): string[] {
  const words: string[] = [];
  let word = "";
  let inSingleQuotes = false;
  let inDoubleQuotes = false;
  let depth = 0;
  for (let i = 0; i < command.length; i++) {
    const character = command[i] ?? "";
    if (character === "'" && (!inDoubleQuotes || depth > 0)) inSingleQuotes = !inSingleQuotes;
    else if (character === '"' && !inSingleQuotes && depth === 0) inDoubleQuotes = !inDoubleQuotes;
    else if (!inSingleQuotes && command.startsWith("$(", i)) depth++;
    else if (!inSingleQuotes && character === ")" && depth > 0) depth--;
    if (character === " " && !inSingleQuotes && !inDoubleQuotes && depth === 0) {
      words.push(word);
      word = "";
    } else word += character;
  }
  return [...words, word];
}

const TAKES_VALUE = /^-[HXubG]$|^--(?:data-urlencode|max-time)$/;

/** An option and its value stay on one line. */
function joinOptions(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last !== undefined && TAKES_VALUE.test(last) && !word.startsWith("-"))
      joined[joined.length - 1] = `${last} ${word}`;
    else joined.push(word);
  }
  return joined;
}
