/** Load on a server, from another core: wrk where it is installed, else autocannon. */
import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { KEY } from "./calls.ts";
import { LOAD_CORE, onCore } from "./processes.ts";

export interface Load {
  /** Where GET goes, or the one path that DELETE is sent to. */
  readonly url: string;
  readonly method?: "GET" | "DELETE";
  /** A file of paths, one a line: each gets a DELETE, with a GET of `url` before it. */
  readonly cancels?: string;
  readonly seconds: number;
}

export interface Carried {
  readonly requests: number;
  readonly seconds: number;
  readonly p99Ms: number;
}

const AUTHORIZATION = `Authorization: Bearer ${KEY}`;
const CONNECTIONS = "64";
export const generator = spawnSync("wrk", ["-v"]).error === undefined ? "wrk" : "autocannon";

/** Keeps 64 connections busy. Throws when a call broke: then the figures say nothing. */
export async function load(wanted: Load): Promise<Carried> {
  const carried = generator === "wrk" ? await wrk(wanted) : await autocannon(wanted);
  if (carried.failed > 0) throw new Error(`${carried.failed} calls of ${wanted.url} failed`);
  return carried;
}

const run = promisify(execFile);
type Outcome = Carried & { readonly failed: number };

async function wrk({ url, method = "GET", cancels, seconds }: Load): Promise<Outcome> {
  const lua = fileURLToPath(new URL("../../../mock/bench/load.lua", import.meta.url));
  const flags = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}`, "--timeout", "30", "-s", lua, "-H", AUTHORIZATION, url];
  const script = ["--", method, ...(cancels === undefined ? [] : [cancels])];
  const { stdout } = await run(...onCore(LOAD_CORE, "wrk", [...flags, ...script]));
  return JSON.parse(stdout.trim().split("\n").at(-1)!) as Outcome;
}

async function autocannon({ url, method = "GET", cancels, seconds }: Load): Promise<Outcome> {
  if (cancels !== undefined) throw new Error("Cancels in turn with lists are measured with wrk. Install it");
  const cli = fileURLToPath(import.meta.resolve("autocannon"));
  const flags = ["-j", "-c", CONNECTIONS, "-d", String(seconds), "-m", method, "-H", AUTHORIZATION, url];
  const { stdout } = await run(...onCore(LOAD_CORE, process.execPath, [cli, ...flags]), { maxBuffer: 1 << 24 });
  const { requests, duration, latency, errors } = JSON.parse(stdout);
  return { requests: requests.total, seconds: duration, p99Ms: latency.p99, failed: errors };
}
