/** The class of errors that users can fix, and the definition of such errors by their texts. */

import { suggest } from "./suggest.ts";

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

/** Just the text, or the text with what it does not say itself. */
type Definition = string | FullDefinition;
interface FullDefinition {
  /** One line that includes the fix, with «details»; or several such lines by the last argument. An excerpt or a list may follow. */
  readonly text: string | Readonly<Record<string, string>>;
  /** Makes the details of the arguments. By default they are the arguments, in the order in which the text names them. */
  readonly details?: (...given: never[]) => Readonly<Record<string, Detail>>;
  /** By default the name of the error, with hyphens. */
  readonly code?: string;
  readonly exitCode?: ExitCode;
  /** When it happens, where the text does not say it. */
  readonly note?: string;
}

/** An argument for each name in a text, in the order of the names. */
type Details<
  Text,
  Found = never,
  Given extends readonly Detail[] = [],
> = Text extends `${string}«${infer Name}»${infer Rest}`
  ? Details<Rest, Found | Name, Name extends Found ? Given : readonly [...Given, Detail]>
  : Given;
type Arguments<D> = D extends { readonly details: (...given: infer Given) => unknown }
  ? Given
  : D extends { readonly text: infer Text }
    ? Text extends string
      ? Details<Text>
      : readonly [...Details<Text[keyof Text]>, keyof Text]
    : Details<D>;

/** A function that creates the error, and what errors.md says of it. */
type Factory<Given extends readonly unknown[]> = ((...given: Given) => UserError) & {
  readonly code: string;
  readonly exitCode: ExitCode;
  /** In Markdown: the text with its details in capitals. */
  readonly documentation: string;
};

/** Returns a function for each definition. */
export function defineErrors<const T extends Readonly<Record<string, Definition>>>(definitions: T) {
  const factories = Object.entries(definitions).map(([name, definition]) => [name, factoryOf(name, definition)]);
  return Object.fromEntries(factories) as { readonly [Name in keyof T]: Factory<Arguments<T[Name]>> };
}

const DETAIL = /«(\w+)»/g;

function factoryOf(name: string, definition: Definition): Factory<never[]> {
  const full: FullDefinition = typeof definition === "string" ? { text: definition } : definition;
  const { text, details, exitCode = 2, note } = full;
  const code = full.code ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const create = (...given: never[]): UserError => {
    const chosen = typeof text === "string" ? text : (text[given.at(-1) ?? ""] ?? "");
    const names = [...new Set([...chosen.matchAll(DETAIL)].map(([, detail = ""]) => detail))];
    const values: Readonly<Record<string, Detail>> =
      details?.(...given) ??
      Object.fromEntries(names.map((detail, i) => [detail, (given as readonly Detail[])[i] ?? ""]));
    const textOf = (detail: string): string => {
      const value = values[detail];
      if (typeof value !== "object") return String(value);
      return detail === "suggestion" ? suggest(String(values.name), value) : value.join(", ");
    };
    return new UserError(
      code,
      chosen.replace(DETAIL, (_, detail: string) => textOf(detail)),
      exitCode,
    );
  };
  const texts = typeof text === "string" ? text : Object.values(text).join(" Or: ");
  const notes = [note, exitCode === 3 ? "Exit code 3." : undefined].filter(Boolean).join(" ");
  const documentation = `${texts}${notes === "" ? "" : ` (${notes})`}`
    .replace(DETAIL, (_, detail: string) => detail.toUpperCase())
    .replaceAll("\n", " ")
    .replaceAll("<", "&lt;");
  return Object.assign(create, { code, exitCode, documentation });
}
