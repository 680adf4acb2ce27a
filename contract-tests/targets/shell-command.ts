/** Runs a command of orders-kit.yaml in a shell, with bounded time and output. */
import { escapeLine } from "../client/escape-text.ts";
import { ignoreOutput, signalGroup, spawnGroup } from "../processes/process-group.ts";
import type { Env } from "./target.ts";

export interface CommandResult {
  /** Undefined after exit code 0; otherwise `exit code 4`, a signal, or why it was ended. */
  readonly failure?: string;
  readonly stdout: string;
  readonly stderr: string;
}

interface CommandBounds {
  readonly ms: number;
  /** Of stdout, and of stderr. */
  readonly bytes: number;
}

/** Milliseconds that a command has to clean up, once it was asked to end. */
const GRACE_MS = 2_000;
/** Milliseconds in which the output of a command that has ended is read, where a server in the background has its pipes too. */
const READ_MS = 100;

/**
 * Never rejects. The shell expands the variables of `env`; nothing is inserted into the command. It is ended with all that it has
 * started when it exceeds a bound, and when `signal` is aborted; a server that it leaves in the background lives on.
 */
export function runCommand(
  command: string,
  env: Env,
  { ms, bytes }: CommandBounds,
  signal?: AbortSignal,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawnGroup(command, [], { shell: true, env: { ...env }, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    let failure: string | undefined;
    let reading: NodeJS.Timeout | undefined;
    const end = (): void => {
      for (const one of [timer, reading]) clearTimeout(one);
      signal?.removeEventListener("abort", interrupt);
      ignoreOutput(child);
      resolve({ ...output, ...(failure !== undefined && { failure }) });
    };
    const kill = (): void => {
      signalGroup(child, "SIGKILL");
      end();
    };
    const stop = (why: string): void => {
      if (failure !== undefined) return;
      failure = why;
      clearTimeout(timer);
      signalGroup(child, "SIGTERM");
      timer = setTimeout(kill, GRACE_MS);
    };
    const interrupt = (): void => stop("it was interrupted");
    let timer = setTimeout(() => stop(`no end within ${ms / 1000} s`), ms);
    for (const name of ["stdout", "stderr"] as const)
      child[name]?.on("data", (chunk: Buffer) => {
        if (output[name].length + chunk.length > bytes) stop(`more than ${bytes} bytes of output`);
        else output[name] += chunk;
      });
    child.once("error", (error) => {
      failure ??= error.message;
      end();
    });
    child.once("exit", (code, signalName) => {
      if (failure !== undefined) return kill();
      clearTimeout(timer);
      if (code !== 0) failure = code === null ? `${signalName}` : `exit code ${code}`;
      // An immediate runs after what has arrived is read.
      reading = setTimeout(() => setImmediate(end), READ_MS);
      child.once("close", end);
    });
    if (signal?.aborted) interrupt();
    else signal?.addEventListener("abort", interrupt, { once: true });
  });
}

/** The failure, and the last line that the command wrote to stderr. */
export function describeFailure(failure: string, stderr: string): string {
  const lastLine = escapeLine(stderr.trim().split("\n").at(-1) ?? "");
  return lastLine === "" ? failure : `${failure}: ${lastLine}`;
}
