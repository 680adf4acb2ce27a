/**
 * Runs the commands of a target in orders-kit.yaml in a shell: `keyCommand` prints the key, `setup`
 * creates orders and prints their ids, `teardown` runs after the checks.
 */

import { once } from "node:events";
import { setImmediate, setTimeout } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import type { Json } from "../../spec/json/json.ts";
import { isJsonObject, jsonIn } from "../../spec/json/json.ts";
import { parseInt64 } from "../../spec/schema/integers.ts";
import { escapeLine } from "../client/masking/escape-text.ts";
import type { Redactor } from "../client/masking/redaction.ts";

import type { OrderIds } from "../safety/rules.ts";
import { ignoreOutput, signalGroup, spawnGroup } from "./process-group.ts";
import type { TargetEntry } from "./settings/settings.ts";
import type { Env } from "./target.ts";
import { targetError } from "./target-errors.ts";

/**
 * How long a command may run, and how many bytes it may print to each of stdout and stderr. With 0
 * bytes, we discard both.
 */
export const KEY_COMMAND_BOUNDS = { ms: 30_000, bytes: 64 * 1024 };
export const SETUP_BOUNDS = { ms: 5 * 60_000, bytes: 16 * 1024 * 1024 };
/** The teardown gets no pipe that would break if orders-kit ended first. */
const TEARDOWN_BOUNDS = { ms: SETUP_BOUNDS.ms, bytes: 0 };

/** Where a command runs, and how it is stopped. */
interface Surroundings {
  readonly env: Env;
  /** The folder of orders-kit.yaml. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the only line that a `keyCommand` prints, such as an OAuth token. Throws a UserError that
 * contains nothing of what the command printed, on stderr either.
 */
export async function keyFromCommand(
  command: string,
  around: Surroundings,
  bounds = KEY_COMMAND_BOUNDS,
): Promise<string> {
  const { exit, stdout } = await runInShell(command, around, bounds);
  if (around.signal?.aborted) throw targetError("interrupted");
  if (exit !== undefined) throw targetError("key-command-failed", { why: exit, command });
  const key = stdout.trim();
  if (key === "") throw targetError("key-command-output", { printed: "nothing", command });
  const lines = key.split(/[\r\n]+/).length;
  if (lines > 1) throw targetError("key-command-output", { printed: `${lines} lines`, command });
  return key;
}

/** How `setup` and `teardown` run, and who is told about a failure. */
interface SetupOptions extends Surroundings {
  /** Masks what `setup` writes to stderr. */
  readonly redactor: Redactor;
  readonly onNote: (note: string) => void;
}

/** The ids that `setup` printed, or why it failed. */
interface OrderSetup extends OrderIds {
  readonly failed?: string;
  /** Runs `teardown`. Calls `onNote` if it fails; never rejects. */
  readonly tearDown: () => Promise<void>;
}

/** Runs `setup`. If `signal` is aborted, runs `teardown` and throws a UserError. */
export async function prepareOrders(
  { setup, teardown }: TargetEntry,
  { redactor, onNote, ...around }: SetupOptions,
): Promise<OrderSetup> {
  const { env, folder, signal } = around;
  const tearDown = async (): Promise<void> => {
    if (teardown === undefined) return;
    const { exit } = await runInShell(teardown, { env, folder }, TEARDOWN_BOUNDS);
    if (exit !== undefined) onNote(`The teardown command failed (${exit}): ${teardown}`);
  };
  const nothing = { pending: [], shipped: [], absent: [], tearDown };
  if (setup === undefined) return nothing;
  const { exit, stdout, stderr } = await runInShell(setup, around, SETUP_BOUNDS);
  try {
    if (signal?.aborted) throw targetError("interrupted");
    const cause = causeIn(stripVTControlCharacters(stderr));
    const why = redactor.shown([exit, escapeLine(cause)].filter(Boolean).join(": "));
    if (exit !== undefined)
      return { ...nothing, failed: targetError("setup-failed", { why, command: setup }).display };
    const ids = printedIds(stdout.trim());
    if (ids === undefined)
      return { ...nothing, failed: targetError("setup-output", { command: setup }).display };
    return { ...ids, tearDown };
  } catch (error) {
    await tearDown();
    throw error;
  }
}

/**
 * Returns the last line that names an error, which a Node.js script prints before its stack;
 * otherwise the last line.
 */
function causeIn(stderr: string): string {
  const lines = stderr.trim().split("\n");
  return lines.findLast((line) => /^\w*Error\b.*: /.test(line)) ?? lines.at(-1) ?? "";
}

/**
 * Reads `{"pending":[…],"shipped":[…],"absent":[…]}`, each optional, with ids as integers or
 * strings of digits. Returns undefined for anything else.
 */
function printedIds(text: string): OrderIds | undefined {
  const value = jsonIn(text);
  if (!isJsonObject(value)) return undefined;
  const { pending = [], shipped = [], absent = [], ...others } = value;
  if (Object.keys(others).length > 0) return undefined;
  const [a, b, c] = [pending, shipped, absent].map(int64List);
  return a && b && c && { pending: a, shipped: b, absent: c };
}

function int64List(list: Json): bigint[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const ids = list.flatMap((id) => (typeof id === "object" ? [] : (parseInt64(String(id)) ?? [])));
  return ids.length === list.length ? ids : undefined;
}

/** Milliseconds that a command has to clean up after we ask it to end. */
const GRACE_MS = 2_000;
/**
 * How many milliseconds we read on after a command has ended, if a server in the background still
 * has its pipes.
 */
const READ_MS = 100;

/**
 * Runs a command in a shell. Never rejects. `exit` is undefined after exit code 0; otherwise `exit
 * code 4`, a signal, or why we ended the command. The shell expands the variables of `env`; we
 * insert nothing into the command. We end the command with all that it has started if it exceeds a
 * bound or `signal` is aborted; a server that it leaves in the background lives on.
 */
async function runInShell(
  command: string,
  { env, folder, signal }: Surroundings,
  { ms, bytes }: typeof SETUP_BOUNDS,
) {
  const sink = bytes === 0 ? "ignore" : "pipe";
  const child = spawnGroup(command, [], {
    shell: true,
    cwd: folder,
    env: { ...env },
    stdio: ["ignore", sink, sink],
  });
  const output = { stdout: "", stderr: "" };
  const full = new AbortController();
  // We keep a reference until the command ends: Node 20 loses a timeout that only AbortSignal.any
  // refers to, as soon as it collects garbage.
  const late = AbortSignal.timeout(ms);
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.on("data", (chunk: Buffer) => {
      if (output[name].length + chunk.length > bytes) full.abort();
      else output[name] += chunk;
    });
  const closed = once(child, "close").catch(() => undefined);
  const ended = once(child, "exit").then(
    ([code, name]) => (code === 0 ? undefined : code === null ? `${name}` : `exit code ${code}`),
    (error: Error) => error.message,
  );
  const stop = AbortSignal.any([full.signal, late, ...(signal ? [signal] : [])]);
  const stopped = stop.aborted ? Promise.resolve() : once(stop, "abort");
  const exit = await Promise.race([stopped.then(() => "stopped"), ended]);
  if (!stop.aborted) {
    // The immediate runs after the data that has arrived was read.
    await Promise.race([closed, setTimeout(READ_MS).then(() => setImmediate())]);
    ignoreOutput(child);
    return { exit, ...output };
  }
  const why = late.aborted ? `no end within ${ms / 1000} s` : `more than ${bytes} bytes of output`;
  signalGroup(child, "SIGTERM");
  await Promise.race([ended, setTimeout(GRACE_MS, undefined, { ref: false })]);
  signalGroup(child, "SIGKILL");
  ignoreOutput(child);
  return { exit: signal?.aborted ? "it was interrupted" : why, ...output };
}
