/** Events that end a command early: a signal, an uncaught error, an output that cannot be written. */

import {
  isSearchable,
  looksLikeSecret,
  Redactor,
} from "../contract-tests/client/masking/redaction.ts";
import { runError } from "../contract-tests/errors/run.ts";
import { describeSystemError } from "../spec/errors/system-error.ts";

/** Nothing was judged, or there was an internal error: no verdict on a deployment. */
export const NOT_JUDGED = 3;

/** SIGBREAK is Ctrl+Break on Windows; elsewhere it never comes. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;
/** Milliseconds within which two signals are one Ctrl+C: a terminal sends it to every process, and npm sends it once more. */
const ONE_INTERRUPT_MS = 500;
/** Milliseconds between two looks for the shell of `npm start`, which a signal ends and which does not pass it on. */
const PARENT_POLL_MS = 250;
/** Milliseconds that the command has to clean up and to write its reports, once it was asked to end. */
const END_MS = 10_000;
/** A reader that has stopped reading, such as `head`, and a terminal that was closed. */
const READER_GONE = ["EPIPE", "EIO"];

export interface Output {
  write(text: string): unknown;
}

export type ProcessEvents = ReturnType<typeof watchProcess>;

export function watchProcess(process: NodeJS.Process) {
  const callbacks: (() => void)[] = [];
  let hasFailed = false;
  /** Prints the first failure. The exit code is then {@link NOT_JUDGED}. */
  const fail = (text: string): void => {
    if (!hasFailed) process.stderr.write(`${maskEnvironment(text, process.argv, process.env)}\n`);
    hasFailed = true;
    process.exitCode = NOT_JUDGED;
  };
  const failWith = (error: unknown): void => {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    fail(`Internal error in orders-kit. Please report this:\n${cause}`);
  };
  let askedAt: number | undefined;
  /** By the time that a command is ended, it has ended its own ones, but for a `teardown`, which is left to clean up. */
  const end = (): void => {
    if (askedAt !== undefined) return;
    askedAt = performance.now();
    setTimeout(() => {
      process.stderr.write(`orders-kit was asked to end, and did not within ${END_MS / 1000} s.\n`);
      process.exit(NOT_JUDGED);
    }, END_MS).unref();
    for (const callback of callbacks) callback();
  };
  const interrupt = (): void => {
    if (askedAt === undefined) end();
    else if (performance.now() - askedAt > ONE_INTERRUPT_MS)
      // Loaded only here: the mock starts sooner without it.
      void import("../contract-tests/processes/process-group.ts")
        .then(({ killGroups }) => killGroups())
        .finally(() => process.exit(NOT_JUDGED));
  };
  const failAndEnd = (error: unknown): void => {
    failWith(error);
    if (callbacks.length === 0) process.exit(NOT_JUDGED);
    end();
  };
  process.on("uncaughtException", failAndEnd);
  process.on("unhandledRejection", failAndEnd);
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (!READER_GONE.includes(error.code ?? ""))
      fail(runError("output-not-written", { why: describeSystemError(error) }).display);
  });
  // There is no other place to report it.
  process.stderr.on("error", () => {});
  return {
    /** Prints an error of orders-kit itself. */
    failWith,
    hasFailed: () => hasFailed,
    /**
     * The callback is called once: on a signal, or on an error that nothing has caught. A second signal ends the process at once, and
     * the commands that it runs.
     */
    onEnd(callback: () => void): void {
      if (callbacks.push(callback) > 1) return;
      for (const signal of SIGNALS) process.on(signal, interrupt);
      if (process.env.npm_lifecycle_event === "start") watchParent(process, end);
    },
  };
}

/** Calls back when the shell has ended that npm has put between itself and this process. */
function watchParent(process: NodeJS.Process, callback: () => void): void {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    callback();
  }, PARENT_POLL_MS);
  timer.unref();
}

/** Variables whose values are likely to be secrets. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL/i;

/** Masks the key in a text, and values of such variables that look like secrets: a word may be one of our own. */
export function maskEnvironment(
  text: string,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string {
  const named = argv.flatMap((argument, at) =>
    argument === "--api-key-env" ? [argv[at + 1]] : [/^--api-key-env=(.*)$/.exec(argument)?.[1]],
  );
  const isKey = (name: string) => name === "ORDERS_API_KEY" || named.includes(name);
  const secrets = Object.entries(env).flatMap(([name, value = ""]) => {
    const isSecret = isKey(name)
      ? isSearchable(value)
      : SECRET_NAME.test(name) && looksLikeSecret(value);
    return isSecret ? [{ text: value, replacement: `\${${name}}` }] : [];
  });
  return new Redactor(secrets).text(text);
}
