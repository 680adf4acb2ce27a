/** The input and the output of a command. */
import type { Output, ProcessEvents } from "./process-events.ts";

/** What a command reads, and where it writes. */
export interface CommandIo {
  /** No line is a command for a CI runner, whatever is written. */
  readonly stdout: Output;
  readonly stderr: Output;
  /** Writes commands for a CI runner to stdout. */
  readonly workflow: Output;
  /** Environment variables by name. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The callback is called once, when the command has to end: on SIGINT, SIGTERM or SIGHUP. */
  onSignal(callback: () => void): void;
  /** Whether stdout is a terminal. */
  readonly isTTY?: boolean;
  /** The columns of the terminal, where stdout is one. */
  readonly columns?: number | undefined;
  /** The folder that relative paths start from; by default that of the process. */
  readonly cwd?: string;
}

export function ioOf({ stdout, stderr, env }: NodeJS.Process, events: ProcessEvents): CommandIo {
  const safe = (output: Output): Output => ({ write: (text) => output.write(withoutWorkflowCommands(text)) });
  return {
    stdout: safe(stdout),
    stderr: safe(stderr),
    workflow: stdout,
    env,
    isTTY: stdout.isTTY === true,
    columns: stdout.columns,
    onSignal: events.onEnd,
  };
}

/**
 * A text for the log in which nothing is a command: those of GitHub's runner begin a line with `::`, older ones (`##[…]`), and
 * those of Azure (`##vso[…]`) and TeamCity (`##teamcity[…]`), may stand anywhere in one.
 */
export function withoutWorkflowCommands(text: string): string {
  return text.replace(/^(\s*):(?=:)/gm, "$1: ").replace(/##(?=\w*\[)/g, "# #");
}

/** The same for JSON: the text changes, the value does not. */
export function jsonWithoutWorkflowCommands(json: string): string {
  return json.replaceAll("##", "#\\u0023");
}
