/** The class of errors that users can fix, and tables of their texts. */

/** 2: the command or the configuration is wrong. 3: nothing was judged. */
export type ExitCode = 2 | 3;

/** An error that a user can fix. Its message says what happened, where, and what to do. */
export class UserError extends Error {
  override readonly name = "UserError";
  /** For programs: the code never changes, but the message may. */
  readonly code: string;
  /** Exit code of the command. */
  readonly exitCode: ExitCode;
  constructor({ code, message, exitCode = 2 }: UserErrorFields) {
    // Some messages end with a suggestion, which may be empty.
    super(message.trimEnd());
    this.code = code;
    this.exitCode = exitCode;
  }

  /**
   * The message as a command prints it: the code ends the first line; an excerpt of a file may
   * follow.
   */
  get display(): string {
    return this.message.replace(/$|\n/, (end) => ` [${this.code}]${end}`);
  }
}

interface UserErrorFields {
  readonly code: string;
  readonly message: string;
  readonly exitCode?: ExitCode;
}

/** The names between braces in a text, but not JSON in braces. */
type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `"${string}` ? never : Name) | NamesIn<Rest>
  : never;

/** The values for the names in a text; no argument if it has none. */
type DetailsOf<Text extends string> = [NamesIn<Text>] extends [never]
  ? []
  : [details: Readonly<Record<NamesIn<Text>, string | number | bigint>>];

/** Makes a UserError from a code and the values its text needs. */
export interface ErrorTable<Texts extends Readonly<Record<string, string>>> {
  <Code extends keyof Texts & string>(code: Code, ...details: DetailsOf<Texts[Code]>): UserError;
  readonly texts: Texts;
}

/** Errors by code: each text names its details in braces. Codes in `notJudged` have exit code 3. */
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

/** Returns a value's text for a message; a caller's object may throw when converted to a string. */
export function shown(value: unknown): string {
  const isObject = typeof value === "object" && value !== null;
  return isObject ? Object.prototype.toString.call(value) : String(value);
}
