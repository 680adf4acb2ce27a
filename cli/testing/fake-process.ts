/**
 * For the tests of the whole command line: the part of `process` that it uses. Send events with
 * `process.emit`.
 */
import { EventEmitter } from "node:events";

export function fakeProcess(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  write = (text: string): unknown => text,
) {
  /** `all` has the text of both streams, in order. */
  const written = { stdout: "", stderr: "", all: "" };
  const stream = (name: "stdout" | "stderr") =>
    Object.assign(new EventEmitter(), {
      write: (text: string) => {
        const shown = name === "stdout" ? write(text) : text;
        written[name] += shown;
        written.all += shown;
      },
    });
  const process = Object.assign(new EventEmitter(), {
    argv: ["node", "main.js", ...argv],
    ppid: 1,
    env,
    cwd: () => "/",
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    exit: () => {},
    exitCode: undefined as number | undefined,
  });
  return { process: process as unknown as NodeJS.Process, written };
}
