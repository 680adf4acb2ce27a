/** For the tests of commands: runs one in this process, and keeps its output. */
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

/** An io that keeps what is written; commands for the runner of GitHub Actions are in stderr. */
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

/** Runs verify into a report folder, which is also the current one by default, without a wait for what happens in the background. */
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
    /** What it has written, on both streams. */
    output: () => output,
    /** Resolves once the output contains the text; rejects when the command ends without it. */
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
    /** Ends it like a signal. */
    end: async (): Promise<Ended> => {
      for (const callback of onEnd) callback();
      return { exitCode: await exitCode, ...written };
    },
  };
}
