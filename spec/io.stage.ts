/** For the tests of commands: a process that keeps what is written to it. */
import type { Command } from "./io.ts";

export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a command that ends by itself. */
export async function runCommand(command: Command, ...argv: readonly string[]): Promise<Ended> {
  const ended: Ended = { exitCode: -1, stdout: "", stderr: "" };
  const keep = (stream: "stdout" | "stderr") => ({ write: (text: string) => (ended[stream] += text) });
  const io = { stdout: keep("stdout"), stderr: keep("stderr"), env: {}, onSignal: () => {} };
  ended.exitCode = await command([...argv], io);
  return ended;
}
