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

/** The parts of a message that differ by case, as texts, by their names: spec/errors.md shows the names. */
export type Details<Name extends string> = Readonly<Record<Name, string | number | bigint>>;
