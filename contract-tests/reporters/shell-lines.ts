/** A shell command broken over lines with backslashes, so that it still runs when it is copied out of a narrow terminal. */

/** Breaks between words only, never within quotes or `$(…)`; a word longer than a line stays whole. */
export function shellLines(command: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of shellWords(command)) {
    const margin = lines.length === 0 ? 0 : 2;
    // An option and its value stay together.
    if (line !== "" && margin + line.length + 1 + word.length + 2 > columns) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((text, i) => `${i === 0 ? "" : "  "}${text}${i < lines.length - 1 ? " \\" : ""}`);
}

/** The words of a command as they stand; an option that takes the next word keeps it. */
function shellWords(command: string): string[] {
  const words: string[] = [];
  let word = "";
  let single = false;
  let double = false;
  let depth = 0;
  for (let i = 0; i < command.length; i++) {
    const character = command[i] ?? "";
    if (character === "'" && (!double || depth > 0)) single = !single;
    else if (character === '"' && !single && depth === 0) double = !double;
    else if (!single && command.startsWith("$(", i)) depth++;
    else if (!single && character === ")" && depth > 0) depth--;
    if (character === " " && !single && !double && depth === 0) {
      words.push(word);
      word = "";
    } else word += character;
  }
  words.push(word);
  return words.reduce<string[]>((joined, next) => {
    const last = joined.at(-1);
    if (last !== undefined && /^-[HXubG]$|^--(?:data-urlencode|max-time)$/.test(last) && !next.startsWith("-"))
      joined[joined.length - 1] = `${last} ${next}`;
    else joined.push(next);
    return joined;
  }, []);
}
