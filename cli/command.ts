/** Defines commands: their input and output, their exit code, and how their errors are printed. */
import { escapeText } from "../contract-tests/client/masking/escape-text.ts";
import { UserError } from "../spec/errors/user-error.ts";
import {
  asksForHelp,
  type CommandArguments,
  type CommandLine,
  type Flags,
  help,
  readFlags,
} from "./flags/command-line.ts";
import { maskEnvironment, type Output, type ProcessEvents } from "./process-events.ts";
import { annotation, withoutWorkflowCommands } from "./workflow-commands.ts";

export interface CommandIo {
  /** Nothing written here can become a command to a CI runner. */
  readonly stdout: Output;
  readonly stderr: Output;
  /** Writes commands to the GitHub Actions runner, which also reads them on stderr. */
  readonly workflow: Output;
  readonly stdin?: () => NodeJS.ReadableStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls back once, when the command has to end: on SIGINT, SIGTERM or SIGHUP. */
  onSignal(callback: () => void): void;
  /** True if stdout is a terminal. */
  readonly isTTY?: boolean;
  /** The terminal's width, if stdout is one. */
  readonly columns?: number | undefined;
  /** Folder of relative paths. Default: the process's working directory. */
  readonly cwd?: string;
}

/** `argv` is what follows the command's name. Resolves with the exit code. */
export type Command = (argv: readonly string[], io: CommandIo) => Promise<number>;

/**
 * The command resolves with the result of `run`, with 0 after --help, or, once it has printed a
 * UserError, with that error's exit code.
 */
export function defineCommand<const F extends Flags>(
  line: CommandLine<F>,
  run: (given: CommandArguments<F>, io: CommandIo, argv: readonly string[]) => Promise<number>,
): Command {
  return async (argv, io) => {
    if (asksForHelp(argv)) {
      io.stdout.write(help(line));
      return 0;
    }
    try {
      return await run(readFlags(argv, line), io, argv);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return printError(error, argv, io);
    }
  };
}

/**
 * Prints an error and returns its exit code. We mask secrets first, because the error may quote
 * what the user wrote or what one of the user's commands printed.
 */
export function printError(
  { display, exitCode }: UserError,
  argv: readonly string[],
  io: CommandIo,
): number {
  const parts = maskEnvironment(display, argv, io.env).split("\t").map(escapeText);
  const text = parts.join("\t");
  io.stderr.write(`${text}\n`);
  if (io.env.GITHUB_ACTIONS) {
    // An excerpt of a file may follow the first line.
    const [sentence = ""] = text.split("\n");
    io.workflow.write(annotation("error", `exit code ${exitCode}`, sentence));
  }
  return exitCode;
}

export function ioOf({ stdout, stderr, env }: NodeJS.Process, events: ProcessEvents): CommandIo {
  const safe = (output: Output): Output => ({
    write: (text) => output.write(withoutWorkflowCommands(text)),
  });
  return {
    stdout: safe(stdout),
    stderr: safe(stderr),
    workflow: stderr,
    env,
    isTTY: stdout.isTTY === true,
    columns: stdout.columns,
    onSignal: events.onEnd,
  };
}
