/** Generates load on a server from another core: with wrk if it is installed, else with autocannon. */
import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { KEY } from "./calls.ts";
import { script as compiled, LOAD_CORE, onCore, ROOT } from "./processes.ts";

export interface Load {
  /** The URL of all GET or DELETE requests. */
  readonly url: string;
  readonly method?: "GET" | "DELETE";
  /** A file with one path per line. Each gets a DELETE, after a GET of `url` if that is the method. */
  readonly cancels?: string;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly seconds: number;
  readonly p99Ms: number;
}

const AUTHORIZATION = `Bearer ${KEY}`;
const CONNECTIONS = "64";
export const generator = spawnSync("wrk", ["-v"]).error === undefined ? "wrk" : "autocannon";

const run = promisify(execFile);

/** Loads the server over 64 connections. Throws if a request failed, since the figures are then meaningless. */
export async function load({ url, method = "GET", cancels, seconds }: Load): Promise<LoadResult> {
  const script = [method, ...(cancels === undefined ? [] : [cancels])];
  const { stdout } = await run(
    ...onCore(
      LOAD_CORE,
      ...(generator === "wrk" ? wrk(url, String(seconds), script) : autocannon(url, String(seconds), script)),
    ),
  );
  const { failed, ...result } = JSON.parse(stdout.trim().split("\n").at(-1)!) as LoadResult & {
    readonly failed: number;
  };
  if (failed > 0) throw new Error(`${failed} calls of ${url} failed`);
  return result;
}

type CommandLine = [command: string, args: string[]];

function wrk(url: string, seconds: string, script: readonly string[]): CommandLine {
  const lua = join(ROOT, "mock/bench/load.lua");
  const flags = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}`, "--timeout", "30", "-s", lua];
  return ["wrk", [...flags, "-H", `Authorization: ${AUTHORIZATION}`, url, "--", ...script]];
}

function autocannon(url: string, seconds: string, script: readonly string[]): CommandLine {
  const cannon = compiled("mock/bench/cannon.js");
  return [process.execPath, [cannon, url, CONNECTIONS, seconds, AUTHORIZATION, ...script]];
}
