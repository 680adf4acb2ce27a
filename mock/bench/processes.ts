/** Starts, pins, measures and stops the processes of the benchmark. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

/** The last two cores: the system uses the first ones more. */
const CORES = availableParallelism();
export const SERVER_CORE = Math.max(0, CORES - 2);
export const LOAD_CORE = CORES - 1;
export const pinned = CORES > 1 && spawnSync("taskset", ["-V"]).status === 0;

/** The command with its arguments, pinned to a core if taskset is available. */
export function onCore(core: number, command: string, args: readonly string[]): [string, string[]] {
  return pinned ? ["taskset", ["-c", String(core), command, ...args]] : [command, [...args]];
}

export const ROOT = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));
/** The command line as it is installed. */
export const CLI = join(ROOT, "dist/cli/main.js");
/** A compiled script of the bench, by its path from the project's root. */
export const script = (path: string): string => join(ROOT, ".build", path);

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** The output line with the address. */
  readonly line: string;
  /** Milliseconds from the start to that line. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts `node args…` on the server core and waits for the line with its address. */
export async function serve(
  args: readonly string[],
  isReady = /https?:\/\/[\d.:a-z]+(?:\/v1)?/,
  core = SERVER_CORE,
): Promise<Server> {
  const started = performance.now();
  const child = spawn(...onCore(core, process.execPath, args), { stdio: ["ignore", "pipe", "inherit"] });
  const { url, line } = await new Promise<{ url: string; line: string }>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)));
    createInterface(child.stdout!).on("line", (line) => {
      const [found] = isReady.exec(line) ?? [];
      if (found !== undefined) resolve({ url: found, line });
    });
  });
  return { url, line, pid: child.pid!, readyMs: performance.now() - started, stop: () => stop(child) };
}

export interface MockServer extends Server {
  /** The ids of some orders. */
  readonly orders: { readonly pending: readonly string[]; readonly shipped: readonly string[] };
  readonly adminUrl: string;
}

export async function mockServer(
  count: number,
  flags: readonly string[] = [],
  core: number = SERVER_CORE,
): Promise<MockServer> {
  const argv = [CLI, "mock", "--port", "0", "--json", "--orders", String(count), ...flags];
  const server = await serve(argv, undefined, core);
  const { orders, adminUrl } = JSON.parse(server.line);
  return { ...server, orders, adminUrl };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await ended;
}

/** The CPU time of a process in seconds, user and system. NaN without /proc. */
export function cpuSeconds(pid: number): number {
  const fields = procFile(pid, "stat")
    ?.replace(/^.*\) /, "")
    .split(" ");
  return fields === undefined ? Number.NaN : (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory in MB, current and peak. NaN without /proc. */
export function memory(pid: number): { readonly now: number; readonly peak: number } {
  const status = procFile(pid, "status") ?? "";
  const mb = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: mb("VmRSS"), peak: mb("VmHWM") };
}

/** Memory of a process and its descendants in MB. Shared pages are counted once. */
export function processTreeMemory(pid: number): number {
  const parents = new Map(
    readdirSync("/proc").flatMap((name): [number, number][] => {
      const parent = /^\d+$/.test(name) ? procFile(Number(name), "stat")?.replace(/^.*\) \S /, "") : undefined;
      return parent === undefined ? [] : [[Number(name), Number.parseInt(parent, 10)]];
    }),
  );
  const isInTree = (one: number | undefined): boolean =>
    one === pid || (one !== undefined && isInTree(parents.get(one)));
  const shares = [...parents.keys()]
    .filter(isInTree)
    .map((one) => Number(/^Pss:\s+(\d+) kB/m.exec(procFile(one, "smaps_rollup") ?? "")?.[1] ?? 0));
  return shares.reduce((sum, share) => sum + share, 0) / 1024;
}

function procFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return undefined;
  }
}
