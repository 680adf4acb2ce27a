/**
 * The commands of a target in orders-kit.yaml, which a shell runs: `keyCommand` prints the key, `setup` creates orders and prints
 * their ids, `teardown` runs after the checks.
 */
import { once } from "node:events";
import { setImmediate, setTimeout } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import type { Json } from "../../spec/json/json.ts";
import { parseInt64 } from "../../spec/schema/integers.ts";
import { escapeLine } from "../client/masking/escape-text.ts";
import type { Redactor } from "../client/masking/redaction.ts";
import { runError } from "../errors/run.ts";
import { targetError } from "../errors/targets.ts";
import { ignoreOutput, signalGroup, spawnGroup } from "../processes/process-group.ts";
import { isJsonObject, jsonIn } from "../run/assertions/body.ts";
import type { OrderIds } from "../safety/rules.ts";
import type { TargetEntry } from "./settings/settings.ts";
import type { Env } from "./target.ts";

/** The time of a command, and the bytes of its stdout and of its stderr; with 0, they go nowhere. */
export const KEY_COMMAND_BOUNDS = { ms: 30_000, bytes: 64 * 1024 };
export const SETUP_BOUNDS = { ms: 5 * 60_000, bytes: 16 * 1024 * 1024 };
/** No pipe of it breaks where orders-kit is ended before it. */
const TEARDOWN_BOUNDS = { ms: SETUP_BOUNDS.ms, bytes: 0 };

/** Where a command runs, and until when. */
interface Surroundings {
  readonly env: Env;
  /** The folder of orders-kit.yaml. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
}

/** The only line that a `keyCommand` prints, such as an OAuth token. Throws a UserError, without what was printed, to stderr either. */
export async function keyFromCommand(
  command: string,
  around: Surroundings,
  bounds = KEY_COMMAND_BOUNDS,
): Promise<string> {
  const { exit, stdout } = await runCommand(command, around, bounds);
  if (around.signal?.aborted) throw runError("interrupted");
  if (exit !== undefined) throw targetError("key-command-failed", { why: exit, command });
  const key = stdout.trim();
  if (key === "") throw targetError("key-command-output", { printed: "nothing", command });
  const lines = key.split(/[\r\n]+/).length;
  if (lines > 1) throw targetError("key-command-output", { printed: `${lines} lines`, command });
  return key;
}

/** How `setup` and `teardown` run, and who is told of it. */
interface Preparation extends Surroundings {
  /** Masks what `setup` writes to stderr. */
  readonly redactor: Redactor;
  readonly onNote: (note: string) => void;
}

/** The ids that `setup` has printed, or why it failed. */
interface Prepared extends OrderIds {
  readonly failed?: string;
  /** Runs `teardown`. When it fails, a note is given; never rejects. */
  readonly tearDown: () => Promise<void>;
}

/** Runs `setup`. Throws a UserError, after `teardown`, when `signal` is aborted. */
export async function prepareOrders(
  { setup, teardown }: TargetEntry,
  { redactor, onNote, ...around }: Preparation,
): Promise<Prepared> {
  const { env, folder, signal } = around;
  const tearDown = async (): Promise<void> => {
    if (teardown === undefined) return;
    const { exit } = await runCommand(teardown, { env, folder }, TEARDOWN_BOUNDS);
    if (exit !== undefined) onNote(`The teardown command failed (${exit}): ${teardown}`);
  };
  const nothing = { pending: [], shipped: [], absent: [], tearDown };
  if (setup === undefined) return nothing;
  const { exit, stdout, stderr } = await runCommand(setup, around, SETUP_BOUNDS);
  try {
    if (signal?.aborted) throw runError("interrupted");
    const cause = causeIn(stripVTControlCharacters(stderr));
    const why = redactor.shown([exit, escapeLine(cause)].filter(Boolean).join(": "));
    if (exit !== undefined)
      return { ...nothing, failed: targetError("setup-failed", { why, command: setup }).display };
    const ids = idsIn(stdout.trim());
    if (ids === undefined)
      return { ...nothing, failed: targetError("setup-output", { command: setup }).display };
    return { ...ids, tearDown };
  } catch (error) {
    await tearDown();
    throw error;
  }
}

/** The last line that names an error, which a script of Node prints before its stack; without one, the last line. */
function causeIn(stderr: string): string {
  const lines = stderr.trim().split("\n");
  return lines.findLast((line) => /^\w*Error\b.*: /.test(line)) ?? lines.at(-1) ?? "";
}

/** `{"pending":[…],"shipped":[…],"absent":[…]}`, each optional, with ids as integers or strings of digits. */
function idsIn(text: string): OrderIds | undefined {
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

/** Milliseconds that a command has to clean up, once it was asked to end. */
const GRACE_MS = 2_000;
/** Milliseconds in which the output of a command that has ended is read, where a server in the background has its pipes too. */
const READ_MS = 100;

/**
 * Never rejects. `exit` is undefined after exit code 0; otherwise `exit code 4`, a signal, or why it was ended. The shell expands the
 * variables of `env`; nothing is inserted into the command. It is ended with all that it has started when it exceeds a bound, and when
 * `signal` is aborted; a server that it leaves in the background lives on.
 */
async function runCommand(
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
  // Referred to until it ends: Node 20 forgets a timeout that only AbortSignal.any knows, as soon as memory is collected.
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
    // An immediate runs after what has arrived is read.
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
