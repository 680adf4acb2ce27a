/** Starts, pins, loads and measures the processes of the benchmark. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

export const ROOT = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));
/** The command line as it is installed. */
export const CLI = join(ROOT, "dist/cli/main.js");
/** A compiled program of the bench, by its path from the project's root. */
export const script = (path: string): string => join(ROOT, ".build", path);

/** The last two cores: the system uses the first ones more. */
const CORES = availableParallelism();
const SERVER_CORE = Math.max(0, CORES - 2);
const isPinned = CORES > 1 && spawnSync("taskset", ["-V"]).status === 0;

/** The command with its arguments, pinned to a core if taskset is available. */
function onCore(core: number, command: string, args: readonly string[]): [string, string[]] {
  return isPinned ? ["taskset", ["-c", String(core), command, ...args]] : [command, [...args]];
}

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** The first line of its output; empty for one with a port. */
  readonly line: string;
  /** Milliseconds until it answered the first list. */
  readonly ms: number;
  stop(): Promise<void>;
}

/** Starts `node args…` on the server core, and waits for its first list. Without a port, its first line has the address. */
export async function serve(args: readonly string[], port?: number): Promise<Server> {
  const started = performance.now();
  const stdout = port === undefined ? "pipe" : "ignore";
  const child = spawn(...onCore(SERVER_CORE, process.execPath, args), {
    stdio: ["ignore", stdout, "ignore"],
  });
  const line: string =
    child.stdout === null ? "" : (await once(createInterface(child.stdout), "line"))[0];
  const url = /https?:\/\/[\d.:a-z]+\/v1/.exec(line)?.[0] ?? `http://127.0.0.1:${port}/v1`;
  while (
    !(await call(url, "GET", "/store/orders").then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${args.join(" ")} ended with ${child.exitCode}`);
    await sleep(5);
  }
  const stop = async (): Promise<void> => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return { url, line, pid: child.pid!, ms: performance.now() - started, stop };
}

export const serveMock = (orders: number, ...flags: string[]): Promise<Server> =>
  serve([CLI, "mock", "--port", "0", "--json", "--orders", String(orders), ...flags]);

/** `world` is the suffix of the key. */
export async function call(url: string, method: string, path: string, world = "") {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer demo-key${world}` },
  });
  return { ok: response.ok, body: Buffer.from(await response.arrayBuffer()) };
}

export async function listedIds({ url }: Server): Promise<readonly string[]> {
  const { body } = await call(url, "GET", "/store/orders");
  return [...body.toString().matchAll(/"id":(\d+)/g)].map(([, id = ""]) => id);
}

export interface Loaded {
  readonly perSecond: number;
  /** The share of its core that the server had. */
  readonly cpuShare: number;
}

/**
 * Loads a server for a second over 64 connections, from another core. `cancels` is a file with one path per line: each gets a DELETE,
 * after the other request. Throws if a request failed, since the figures are then meaningless.
 */
export async function load(
  { url, pid }: Server,
  method: string,
  path: string,
  cancels?: string,
): Promise<Loaded> {
  const before = cpuSeconds(pid);
  const flags = ["-t1", "-c64", "-d1", "--timeout", "30", "-s", join(ROOT, "mock/bench/load.lua")];
  const header = ["-H", "Authorization: Bearer demo-key"];
  const args = [
    ...flags,
    ...header,
    url + path,
    "--",
    method,
    ...(cancels === undefined ? [] : [cancels]),
  ];
  const { stdout } = await promisify(execFile)(...onCore(CORES - 1, "wrk", args)).catch((error) => {
    throw spawnSync("wrk").error === undefined
      ? error
      : new Error("wrk is not installed: apt-get install wrk");
  });
  const { requests, seconds, failed } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  if (failed > 0) throw new Error(`${failed} calls of ${url}${path} failed`);
  return { perSecond: requests / seconds, cpuShare: (cpuSeconds(pid) - before) / seconds };
}

/** User and system time. NaN without /proc. */
function cpuSeconds(pid: number): number {
  const [, , , , , , , , , , , user, system] = procFile(pid, "stat")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(user) + Number(system)) / 100;
}

/** Resident memory in MB. NaN without /proc. */
export function memory(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(procFile(pid, "status"))?.[1]) / 1024;
}

function procFile(pid: number, name: string): string {
  const path = `/proc/${pid}/${name}`;
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
