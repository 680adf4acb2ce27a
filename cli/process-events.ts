/** Events that end a command early: a signal, an uncaught error, output that cannot be written. */

import {
  isSearchable,
  looksLikeSecret,
  Redactor,
} from "../contract-tests/client/masking/redaction.ts";
import { describeSystemError } from "../spec/errors/system-error.ts";
import { commandError } from "./command-errors.ts";

/** Exit code if nothing was judged or orders-kit itself failed: no verdict on a deployment. */
export const NOT_JUDGED = 3;

/** SIGBREAK is Ctrl+Break on Windows; other systems never send it. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;
/**
 * Two signals within this many milliseconds are one Ctrl+C: a terminal sends it to every process,
 * and npm sends it again.
 */
const ONE_INTERRUPT_MS = 500;
/**
 * How often we check the shell of `npm start`, in milliseconds. A signal ends that shell, which
 * does not pass it on.
 */
const PARENT_POLL_MS = 250;
/** How long a command may clean up and write its reports once asked to end, in milliseconds. */
const END_MS = 10_000;
/** A reader stopped reading, such as `head`, or the terminal was closed. */
const READER_GONE = ["EPIPE", "EIO"];

export interface Output {
  write(text: string): unknown;
}

export type ProcessEvents = ReturnType<typeof watchProcess>;

export function watchProcess(process: NodeJS.Process) {
  const callbacks: (() => void)[] = [];
  let hasFailed = false;
  /** Prints the first failure and sets the exit code to {@link NOT_JUDGED}. */
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
  /**
   * A command that ends has already ended its child processes, except a `teardown`, which may still
   * clean up.
   */
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
      // Loaded on demand, so that the mock starts sooner.
      void import("../contract-tests/targets/process-group.ts")
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
      fail(commandError("output-not-written", { why: describeSystemError(error) }).display);
  });
  // Nowhere else could we report the error.
  process.stderr.on("error", () => {});
  return {
    /** Prints an error of orders-kit itself. */
    failWith,
    hasFailed: () => hasFailed,
    /**
     * Calls back once, on a signal or an uncaught error. A second signal ends the process at once,
     * together with the commands it runs.
     */
    onEnd(callback: () => void): void {
      if (callbacks.push(callback) > 1) return;
      for (const signal of SIGNALS) process.on(signal, interrupt);
      if (process.env.npm_lifecycle_event === "start") watchParent(process, end);
    },
  };
}

/** Calls back when the shell ends that npm put between itself and this process. */
function watchParent(process: NodeJS.Process, callback: () => void): void {
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    callback();
  }, PARENT_POLL_MS);
  timer.unref();
}

/** Names of variables whose values are likely to be secrets. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL/i;

/**
 * Masks the key in a text, and the values of variables with such names if they look like secrets. A
 * plain word stays, because our own text may contain it.
 */
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
