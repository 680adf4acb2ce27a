/** The class of errors that users can fix, and the definition of one. */

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

/**
 * Returns a function that creates the error from its details. `documentation` is its line of errors.md, in Markdown: when it
 * occurs, and what to do. `message` is one line that includes the fix; an excerpt of a file, or a list, may follow.
 */
export function defineError<Details extends readonly unknown[]>(
  code: string,
  documentation: string,
  message: (...details: Details) => string,
  exitCode: ExitCode = 2,
) {
  const create = (...details: Details) => new UserError(code, message(...details), exitCode);
  return Object.assign(create, { code, documentation, exitCode });
}
