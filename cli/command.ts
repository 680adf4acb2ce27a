/** A command: its input and output, its exit code, and how its errors are printed. */
import { escapeText } from "../contract-tests/client/masking/escape-text.ts";
import { UserError } from "../spec/errors/user-error.ts";
import {
  asksForHelp,
  type CommandLine,
  type Flags,
  type Given,
  help,
  readFlags,
} from "./flags/command-line.ts";
import { maskEnvironment, type Output, type ProcessEvents } from "./process-events.ts";
import { annotation, withoutWorkflowCommands } from "./workflow-commands.ts";

/** The input and output of a command. */
export interface CommandIo {
  /** No line is a command for a CI runner, whatever is written. */
  readonly stdout: Output;
  readonly stderr: Output;
  /** Writes commands for the runner of GitHub Actions, which reads them on stderr, too. */
  readonly workflow: Output;
  readonly stdin?: () => NodeJS.ReadableStream;
  /** Environment variables by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The callback is called once, when the command has to end: on SIGINT, SIGTERM or SIGHUP. */
  onSignal(callback: () => void): void;
  /** True if stdout is a terminal. */
  readonly isTTY?: boolean;
  /** The columns of the terminal, where stdout is one. */
  readonly columns?: number | undefined;
  /** The folder that relative paths start from; by default that of the process. */
  readonly cwd?: string;
}

/** A command of orders-kit. `argv` is what follows its name; it resolves with the exit code. */
export type Command = (argv: readonly string[], io: CommandIo) => Promise<number>;

/** The command resolves with the result of `run`, with 0 after --help, or with the exit code of a UserError, after printing it. */
export function defineCommand<const F extends Flags>(
  line: CommandLine<F>,
  run: (given: Given<F>, io: CommandIo) => Promise<number>,
): Command {
  return async (argv, io) => {
    if (asksForHelp(argv)) {
      io.stdout.write(help(line));
      return 0;
    }
    try {
      return await run(readFlags(argv, line), io);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return printError(error, argv, io);
    }
  };
}

/** Returns the exit code. The error may show what the user has written, or what a command of the user has printed. */
export function printError(
  { display, exitCode }: UserError,
  argv: readonly string[],
  io: CommandIo,
): number {
  const parts = maskEnvironment(display, argv, io.env).split("\t").map(escapeText);
  const text = parts.join("\t");
  io.stderr.write(`${text}\n`);
  if (io.env.GITHUB_ACTIONS) {
    // An excerpt of a file may follow.
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
