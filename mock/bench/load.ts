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

const AUTHORIZATION = `Bearer ${KEY}`;
const CONNECTIONS = "64";
export const generator = spawnSync("wrk", ["-v"]).error === undefined ? "wrk" : "autocannon";

const run = promisify(execFile);

/** Keeps 64 connections busy. Throws when a call broke: then the figures say nothing. */
export async function load({ url, method = "GET", cancels, seconds }: Load): Promise<Carried> {
  const script = [method, ...(cancels === undefined ? [] : [cancels])];
  const { stdout } = await run(
    ...onCore(
      LOAD_CORE,
      ...(generator === "wrk" ? wrk(url, String(seconds), script) : autocannon(url, String(seconds), script)),
    ),
  );
  const { failed, ...carried } = JSON.parse(stdout.trim().split("\n").at(-1)!) as Carried & { readonly failed: number };
  if (failed > 0) throw new Error(`${failed} calls of ${url} failed`);
  return carried;
}

type CommandLine = [command: string, args: string[]];

function wrk(url: string, seconds: string, script: readonly string[]): CommandLine {
  const lua = fileURLToPath(new URL("../../../mock/bench/load.lua", import.meta.url));
  const flags = ["-t1", `-c${CONNECTIONS}`, `-d${seconds}`, "--timeout", "30", "-s", lua];
  return ["wrk", [...flags, "-H", `Authorization: ${AUTHORIZATION}`, url, "--", ...script]];
}

function autocannon(url: string, seconds: string, script: readonly string[]): CommandLine {
  const cannon = fileURLToPath(new URL("cannon.js", import.meta.url));
  return [process.execPath, [cannon, url, CONNECTIONS, seconds, AUTHORIZATION, ...script]];
}
