/**
 * The table of all errors that a user can cause: a code, a message with the fix, and a line of errors.md. A command prints
 * the message and the code in one line, without a stack trace, and ends with the exit code.
 */
import { COMMAND_LINE } from "./command-line.ts";
import { CONTROL } from "./control.ts";
import { FILES } from "./files.ts";
import { MOCK } from "./mock.ts";
import { PROXY } from "./proxy.ts";
import { TARGETS } from "./targets.ts";

export { suggest } from "./suggest.ts";
export { connectionErrorText, describeSystemError, isTlsError } from "./system-error.ts";
export { UserError } from "./user-error.ts";

export const USER_ERRORS = { ...COMMAND_LINE, ...FILES, ...TARGETS, ...MOCK, ...CONTROL, ...PROXY } as const;

/** The sections of errors.md. */
export const USER_ERROR_GROUPS = [
  ["Command line", COMMAND_LINE],
  ["Files", FILES],
  ["Targets", TARGETS],
  ["Mock", MOCK],
  ["Control of the mock", CONTROL],
  ["Proxy", PROXY],
] as const;
