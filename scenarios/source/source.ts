/** Input from a user or a program, a text or an object, and errors that show a place in it. */

import { inputError } from "../../spec/errors/inputs.ts";
import type { UserError } from "../../spec/errors/user-error.ts";

/** Keys and indices, from the root to a value. */
export type SourcePath = readonly (string | number)[];

/** Offsets into a text, in UTF-16 units. */
export type Range = readonly [start: number, end: number];

/**
 * The place an error points at: the value at a path, or the nearest one around it; or the key that
 * leads to it.
 */
export type Part = "value" | "key";

export interface Source {
  /** Integers beyond 2^53 are bigints. Undefined if the text is empty. */
  readonly value: unknown;
  /** Returns the error for a place, with the offset that errors are sorted by. */
  readonly mistake: (path: SourcePath, part: Part, problem: string) => Mistake;
}

export interface Mistake {
  readonly offset: number;
  readonly error: UserError;
}

/** How many characters of its line an error shows on each side of the place. */
const SHOWN_AROUND = 100;

/** Makes errors for a text, with `locate` to find their places. */
export function mistakesIn(
  text: string,
  file: string,
  locate: (path: SourcePath) => Readonly<Record<Part, Range>>,
): Source["mistake"] {
  return (path, part, problem) => {
    const range = locate(path)[part];
    return { offset: range[0], error: errorIn({ text, file }, range, problem) };
  };
}

/**
 * Returns the error for a place: `file:3:5`, the message, and the line with a caret below the
 * place.
 */
export function errorIn(
  { text, file }: { readonly text: string; readonly file: string },
  [start, end]: Range,
  message: string,
): UserError {
  const before = text.slice(0, start).split("\n");
  const line = before.length;
  const column = before.at(-1)!.length + 1;

  // Show only a part of a long line.
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
