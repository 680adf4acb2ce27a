/** For the tests of commands: runs a command in this process, and keeps its output. */
import {
  asTarget,
  type ProcessResult,
  withReport,
} from "../../contract-tests/testing/servers/cli-runner.ts";
import { environment } from "../../contract-tests/testing/servers/processes.ts";
import { temporaryFolder } from "../../contract-tests/testing/temporary-folder.ts";
import type { Command, CommandIo } from "../command.ts";

interface Written {
  stdout: string;
  stderr: string;
}

export interface Ended extends Written {
  exitCode: number;
}

/** An io that keeps everything written. Commands for the GitHub Actions runner go to stderr. */
export function recordingIo(given: Partial<CommandIo> = {}, onWrite = (_text: string): void => {}) {
  const written: Written = { stdout: "", stderr: "" };
  const stream = (name: keyof Written) => ({
    write: (text: string) => {
      written[name] += text;
      onWrite(text);
    },
  });
  const stderr = stream("stderr");
  const io: CommandIo = {
    stdout: stream("stdout"),
    stderr,
    workflow: stderr,
    env: {},
    onSignal: () => {},
    ...given,
  };
  return { io, written };
}

/** Runs a command that ends by itself. */
export async function runCommand(command: Command, ...argv: readonly string[]): Promise<Ended> {
  const { io, written } = recordingIo();
  const exitCode = await command([...argv], io);
  return { exitCode, ...written };
}

/**
 * Runs verify into a report folder, by default the current one, without waiting for effects in the
 * background.
 */
export async function runInto(
  command: Command,
  argv: readonly string[],
  { cwd, env }: { readonly cwd?: string; readonly env: Readonly<Record<string, string>> },
): Promise<ProcessResult> {
  const dir = temporaryFolder();
  const { io, written } = recordingIo({ cwd: cwd ?? dir, env: { ...environment(), ...env } });
  const code = await command([...asTarget(argv), "--report", dir], io);
  return withReport({ code, ...written }, dir);
}

export function startCommand(
  command: Command,
  argv: readonly string[],
  given: Partial<Pick<CommandIo, "env" | "cwd">> = {},
) {
  let output = "";
  const onEnd: (() => void)[] = [];
  const watchers = new Set<() => void>();
  const onSignal = (callback: () => void): void => void onEnd.push(callback);
  const { io, written } = recordingIo({ ...given, onSignal }, (text) => {
    output += text;
    for (const look of watchers) look();
  });
  const exitCode = command(argv, io);
  return {
    /** The command's output so far, on both streams. */
    output: () => output,
    /** Resolves once the output contains the text; rejects if the command ends first. */
    shows: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const look = (): void => {
          if (output.includes(text)) resolve();
        };
        watchers.add(look);
        look();
        exitCode.then(
          () => reject(new Error(`It ended without showing ${text}:\n${output}`)),
          reject,
        );
      }),
    /** Ends the command as a signal does. */
    end: async (): Promise<Ended> => {
      for (const callback of onEnd) callback();
      return { exitCode: await exitCode, ...written };
    },
  };
}
