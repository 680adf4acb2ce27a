/** Starts, pins, loads and measures the processes of the benchmark. */
import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

export const ROOT = dirname(createRequire(import.meta.url).resolve("orders-kit/package.json"));
/** The command line as installed. */
export const CLI = join(ROOT, "dist/cli/main.js");
/** A compiled program of the benchmark, by its path from the project's root. */
export const script = (path: string): string => join(ROOT, ".build", path);

/** We use the last two cores, because the system prefers the first ones. */
const CORES = availableParallelism();
const SERVER_CORE = Math.max(0, CORES - 2);
const isPinned = CORES > 1 && spawnSync("taskset", ["-V"]).status === 0;

/** Pins a command to a core if taskset is available. */
function onCore(core: number, command: string, args: readonly string[]): [string, string[]] {
  return isPinned ? ["taskset", ["-c", String(core), command, ...args]] : [command, [...args]];
}

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** How long the server took to answer its first list, in milliseconds. */
  readonly ms: number;
  stop(): Promise<void>;
}

/**
 * Starts `node args…` on the server core and waits for its first list. The first line the server
 * prints contains its address.
 */
export async function serve(args: readonly string[]): Promise<Server> {
  const started = performance.now();
  const child = spawn(...onCore(SERVER_CORE, process.execPath, args), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  const url = /https?:\/\/[\d.:a-z]+\/v1/.exec(line)?.[0] ?? "";
  const { status } = await call(url, "GET", "/store/orders");
  if (status !== 200) throw new Error(`${args.join(" ")} answers the list with ${status}`);
  const ms = performance.now() - started;
  const stop = async (): Promise<void> => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  return { url, pid: child.pid!, ms, stop };
}

export const serveMock = (orders: number): Promise<Server> =>
  serve([CLI, "mock", "--port", "0", "--json", "--orders", String(orders)]);

/** Returns how long `node args…` takes in the project's root, in milliseconds. */
export async function durationOf(args: readonly string[]): Promise<number> {
  const started = performance.now();
  const env = { ...process.env, ORDERS_API_KEY: "demo-key" };
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
  return performance.now() - started;
}

export async function call(url: string, method: string, path: string) {
  const headers = { authorization: "Bearer demo-key" };
  const response = await fetch(url + path, { method, headers });
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
}

/**
 * Returns the requests per second of a server loaded for one second over 64 connections, from
 * another core. Throws if a request failed, because the figure would be meaningless.
 */
export async function load({ url }: Server, method: string, path: string): Promise<number> {
  const flags = ["-t1", "-c64", "-d1", "--timeout", "30", "-s", join(ROOT, "mock/bench/load.lua")];
  const header = ["-H", "Authorization: Bearer demo-key"];
  const args = [...flags, ...header, url + path, "--", method];
  const { stdout } = await promisify(execFile)(...onCore(CORES - 1, "wrk", args)).catch((error) => {
    throw spawnSync("wrk").error === undefined
      ? error
      : new Error("wrk is not installed: apt-get install wrk");
  });
  const { requests, seconds, failed } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  if (failed > 0) throw new Error(`${failed} calls of ${url}${path} failed`);
  return requests / seconds;
}

/** Resident memory in MB; NaN without /proc. */
export function memory(pid: number): number {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, "utf8") : "";
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
