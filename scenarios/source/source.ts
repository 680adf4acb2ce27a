/** A text that a user or a program wrote, the value in it, and errors that show a place in it. */

import { inputError } from "../../spec/errors/inputs.ts";
import type { UserError } from "../../spec/errors/user-error.ts";

/** Keys and indices from the root to a value. */
export type Path = readonly (string | number)[];

/** Offsets into a text, in UTF-16 units. */
export type Range = readonly [start: number, end: number];

export interface Source {
  readonly text: string;
  /** The name of the text in errors. */
  readonly file: string;
  /** The value of the text: integers beyond 2^53 are bigints. Undefined if the text is empty. */
  readonly value: unknown;
  /** The places of the value at a path, or of the nearest value around it, and of the key that leads to it. */
  readonly locate: (path: Path) => { readonly value: Range; readonly key: Range };
}

/** How much of its line an error shows before and after the place. */
const SHOWN_AROUND = 100;

/** The error for the value at a path. */
export function errorAt(source: Source, path: Path, message: string): UserError {
  return errorIn(source, source.locate(path).value, message);
}

/** The error for a place: `file:3:5`, the message, and the line with a caret below the place. */
export function errorIn(
  { text, file }: Pick<Source, "text" | "file">,
  [start, end]: Range,
  message: string,
): UserError {
  const before = text.slice(0, start).split("\n");
  const line = before.length;
  const column = before.at(-1)!.length + 1;

  // Only a part of a long line is shown.
  const whole = text.slice(start - column + 1).split(/\r?\n/, 1)[0] ?? "";
  const from = Math.max(0, column - 1 - SHOWN_AROUND);
  const shown = whole.slice(from, column - 1 + SHOWN_AROUND);

  const indent = column - 1 - from;
  const width = Math.max(1, Math.min(end - start, shown.length - indent));
  const margin = " ".repeat(String(line).length);
  const caret = `${" ".repeat(indent)}${"^".repeat(width)}`;
  return inputError("bad-file", {
    place: `${file}:${line}:${column}`,
    problem: message,
    excerpt: `${line} | ${shown}\n${margin} | ${caret}`,
  });
}
