/** For the tests of commands: an io that keeps the output. */
import type { Command } from "../command.ts";

export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a command that ends by itself. */
export async function runCommand(command: Command, ...argv: readonly string[]): Promise<Ended> {
  const ended: Ended = { exitCode: -1, stdout: "", stderr: "" };
  const keep = (stream: "stdout" | "stderr") => ({ write: (text: string) => (ended[stream] += text) });
  const io = { stdout: keep("stdout"), stderr: keep("stderr"), workflow: keep("stdout"), env: {}, onSignal: () => {} };
  ended.exitCode = await command([...argv], io);
  return ended;
}
