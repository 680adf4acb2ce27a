/**
 * Every error that a user can cause, in one table: a code, what happened with its fix, and a line of errors.md. A command
 * prints the message on one line with the code at its end, no stack trace, and ends with the exit code.
 */
import { COMMAND_LINE } from "./problems/command-line.ts";
import { CONTROL } from "./problems/control.ts";
import { FILES } from "./problems/files.ts";
import { MOCK } from "./problems/mock.ts";
import { TARGETS } from "./problems/targets.ts";

export { causeOf } from "./problems/cause.ts";
export { UserError } from "./problems/entry.ts";
export { suggest } from "./problems/suggest.ts";

export const PROBLEMS = { ...COMMAND_LINE, ...FILES, ...TARGETS, ...MOCK, ...CONTROL } as const;

/** The parts of the table, as errors.md has them. */
export const PROBLEM_PARTS = [
  ["On the command line", COMMAND_LINE],
  ["In files", FILES],
  ["At a deployment", TARGETS],
  ["Where the mock is used", MOCK],
  ["In the mock's control", CONTROL],
] as const;
