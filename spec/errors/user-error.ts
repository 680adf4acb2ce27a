/** The class of errors that users can fix. */

/** 2: the command or the configuration is wrong. 3: nothing was judged. */
export type ExitCode = 2 | 3;

/** An error that a user can fix. Its message says what happened, where, and what to do. */
export class UserError extends Error {
  override readonly name = "UserError";
  /** Documented in spec/errors.md. */
  readonly code: string;
  /** The exit code of a command. */
  readonly exitCode: ExitCode;
  constructor({ code, message, exitCode = 2 }: UserErrorFields) {
    // A message may end in a suggestion that is empty.
    super(message.trimEnd());
    this.code = code;
    this.exitCode = exitCode;
  }

  /** As a command prints it: the code ends the first line; an excerpt of a file may follow. */
  get display(): string {
    return this.message.replace(/$|\n/, (end) => ` [${this.code}]${end}`);
  }
}

interface UserErrorFields {
  readonly code: string;
  readonly message: string;
  readonly exitCode?: ExitCode;
}

/** The names between braces in a text; a JSON text in braces is none. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `"${string}` ? never : Name) | NamesIn<Rest>
  : never;

/** The parts of a message that differ by case, by their names; nothing for a text without any. */
type DetailsOf<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [details: Readonly<Record<NamesIn<Text>, string | number | bigint>>];

/** Makes one of its errors, by its code and the details of the case. */
export interface ErrorTable<Texts extends Readonly<Record<string, string>>> {
  <Code extends keyof Texts & string>(code: Code, ...details: DetailsOf<Texts[Code]>): UserError;
  readonly texts: Texts;
}

/**
 * Errors by their code: the text of each, with the details of a case between braces. `notJudged`: those with exit code 3.
 */
export function errorTable<const Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  notJudged: readonly (keyof Texts)[] = [],
): ErrorTable<Texts> {
  const make = <Code extends keyof Texts & string>(
    code: Code,
    ...[details]: DetailsOf<Texts[Code]>
  ): UserError => {
    const values: Readonly<Record<string, unknown>> = details ?? {};
    const message = texts[code]!.replace(/\{(\w+)\}/g, (_, name: string) => shown(values[name]));
    return new UserError({ code, message, exitCode: notJudged.includes(code) ? 3 : 2 });
  };
  return Object.assign(make, { texts });
}

/** A value in a message: an object that a program has passed may have no text. */
export function shown(value: unknown): string {
  const isObject = typeof value === "object" && value !== null;
  return isObject ? Object.prototype.toString.call(value) : String(value);
}
