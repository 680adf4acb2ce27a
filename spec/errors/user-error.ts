/** The class of errors that users can fix, their definition by their texts, and the names that a text suggests. */

/** 2: the command or the configuration is wrong. 3: nothing was judged. */
export type ExitCode = 2 | 3;

/** An error that a user can fix. Its message says what happened, where, and what to do. */
export class UserError extends Error {
  override readonly name = "UserError";
  /** Documented in spec/errors.md. */
  readonly code: string;
  /** The exit code of a command. */
  readonly exitCode: ExitCode;
  constructor(code: string, message: string, exitCode: ExitCode) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }

  /** As a command prints it: the code ends the first line; an excerpt of a file may follow. */
  get display(): string {
    return this.message.replace(/$|\n/, (end) => ` [${this.code}]${end}`);
  }
}

/** A list is of valid names: «suggestion» is the one that is closest to «name», and all of them; elsewhere it is written out. */
type Detail = string | number | bigint | readonly string[];

/** An argument for each name in a text, in the order of the names. */
type Details<
  Text,
  Found = never,
  Given extends readonly Detail[] = [],
> = Text extends `${string}«${infer Name}»${infer Rest}`
  ? Details<Rest, Found | Name, Name extends Found ? Given : readonly [...Given, Detail]>
  : Given;

/** Creates the error with these details. The code is the name of the error, with hyphens. */
type Factory<Text> = ((...details: Details<Text>) => UserError) & {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly text: string;
};

const DETAIL = /«(\w+)»/g;

/** Returns a function for each text, with a parameter for each of its details. */
export function defineErrors<const T extends Readonly<Record<string, string>>>(
  texts: T,
  exitCode: ExitCode = 2,
) {
  const factories = Object.entries(texts).map(([name, text]) => {
    const code = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const names = [...new Set([...text.matchAll(DETAIL)].map(([, detail]) => detail))];
    const create = (...details: readonly Detail[]): UserError => {
      const message = text.replace(DETAIL, (_, detail: string) => {
        const value = details[names.indexOf(detail)] ?? "";
        if (typeof value !== "object") return String(value);
        return detail === "suggestion"
          ? suggest(String(details[names.indexOf("name")]), value)
          : value.join(", ");
      });
      return new UserError(code, message.trimEnd(), exitCode);
    };
    return [name, Object.assign(create, { code, exitCode, text })];
  });
  return Object.fromEntries(factories) as { readonly [Name in keyof T]: Factory<T[Name]> };
}

/** The end of an error about an unknown name: the closest valid one, and all of them; empty if there are none. */
export function suggest(name: string, valid: readonly string[]): string {
  return valid.length === 0 ? "" : `${didYouMean(name, valid)}Valid: ${valid.join(", ")}.`;
}

/** The closest one only, for lists that would fill the screen; ends with a space, or is empty. */
export function didYouMean(name: string, valid: readonly string[]): string {
  const closest = valid
    .map((candidate) => ({
      candidate,
      distance: editDistance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .toSorted((a, b) => a.distance - b.distance)[0];
  const near = closest !== undefined && closest.distance <= Math.max(2, name.length / 3);
  return near ? `Did you mean ${closest.candidate}? ` : "";
}

/** Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swap));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
