/** What an entry of the table of problems is, and the error that it makes. */

/** 2: the command or the configuration is wrong. 3: nothing was judged. */
export type ErrorCode = 2 | 3;

/** An error that a user can put right. Its message says what happened, where, and what to do. */
export class UserError extends Error {
  override readonly name = "UserError";
  /** Of spec/errors.md, where it has a line. */
  readonly code: string;
  /** What a command ends with. */
  readonly exitCode: ErrorCode;
  constructor(code: string, message: string, exitCode: ErrorCode) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
  }

  /** As a command tells it: the code ends the first line, behind which only an excerpt of a file may follow. */
  get told(): string {
    return this.message.replace(/$|\n/, (end) => ` [${this.code}]${end}`);
  }
}

/**
 * Makes the error when it is called with what happened. `line`: when it arises and what to do, a line of errors.md in
 * Markdown. `message` is worded as the fix and is one line, apart from an excerpt of a file.
 */
export function problem<Details extends readonly unknown[]>(
  code: string,
  line: string,
  message: (...details: Details) => string,
  exitCode: ErrorCode = 2,
) {
  const make = (...details: Details) => new UserError(code, message(...details), exitCode);
  return Object.assign(make, { code, line, exitCode });
}
