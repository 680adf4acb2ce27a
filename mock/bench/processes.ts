/** Processes that the bench starts: each on a core of its own, measured from outside, ended when it is done. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The last two cores: the first ones have the system's own work. */
const CORES = availableParallelism();
export const SERVER_CORE = Math.max(0, CORES - 2);
export const LOAD_CORE = CORES - 1;
export const pinned = CORES > 1 && spawnSync("taskset", ["-V"]).status === 0;

/** The command with its arguments, held to a core where the system can do that. */
export function onCore(core: number, command: string, args: readonly string[]): [string, string[]] {
  return pinned ? ["taskset", ["-c", String(core), command, ...args]] : [command, [...args]];
}

/** A compiled script of this project, by its path from dist/. */
export const script = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** The line that says it serves. */
  readonly line: string;
  /** Milliseconds from its start to the line that says it serves. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts `node args…` on the servers' core and waits for the line that holds its address. */
export async function serve(args: readonly string[], isReady = /https?:\/\/[\d.:a-z]+(?:\/v1)?/): Promise<Server> {
  const started = performance.now();
  const child = spawn(...onCore(SERVER_CORE, process.execPath, args), { stdio: ["ignore", "pipe", "inherit"] });
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
  /** Ids of some of its orders. */
  readonly orders: { readonly pending: readonly string[]; readonly shipped: readonly string[] };
}

export async function mockServer(orders: number): Promise<MockServer> {
  const server = await serve([script("cli.js"), "mock", "--port", "0", "--json", "--orders", String(orders)]);
  return { ...server, orders: JSON.parse(server.line).orders };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await ended;
}

/** Seconds that a process has spent computing, the system's work for it included. NaN where there is no /proc. */
export function cpuSeconds(pid: number): number {
  const fields = procFile(pid, "stat")
    ?.replace(/^.*\) /, "")
    .split(" ");
  return fields === undefined ? Number.NaN : (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Resident memory in MB, now and at its highest. NaN where there is no /proc. */
export function memory(pid: number): { readonly now: number; readonly peak: number } {
  const status = procFile(pid, "status") ?? "";
  const mb = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: mb("VmRSS"), peak: mb("VmHWM") };
}

/** Resident memory of a process and all that it started, in MB; pages that they share are counted once. */
export function familyMemory(pid: number): number {
  const parents = new Map(
    readdirSync("/proc").flatMap((name): [number, number][] => {
      const parent = /^\d+$/.test(name) ? procFile(Number(name), "stat")?.replace(/^.*\) \S /, "") : undefined;
      return parent === undefined ? [] : [[Number(name), Number.parseInt(parent, 10)]];
    }),
  );
  const isOfFamily = (one: number | undefined): boolean =>
    one === pid || (one !== undefined && isOfFamily(parents.get(one)));
  const shares = [...parents.keys()]
    .filter(isOfFamily)
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
