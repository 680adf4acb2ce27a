/** Starts the command line and Playwright as processes. */
import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ContractOptions } from "../../playwright/contract.ts";
import type { Report } from "../../report/schema.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type Ended, ended, environment, launch } from "./processes.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
export const CLI = join(ROOT, "dist/cli/main.js");

export interface ProcessResult extends Ended {
  /** The report folder. */
  readonly dir: string;
  /** report.json; undefined if the run wrote none. */
  readonly report: Report | undefined;
}

export interface StartOptions {
  /** Default: the report folder. */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly onStart?: (pid: number) => void;
}

/**
 * Turns an address in verify's flags into a target in a file, without the wait for background
 * effects and with the ids after `--absent`, which is not a real flag.
 */
export function asTarget(argv: readonly string[]): readonly string[] {
  const url = argv.find((argument) => /^https?:/.test(argument));
  if (url === undefined) return argv;
  const isAbsent = (at: number) => argv[at] === "--absent";
  const absent = argv.filter((_, at) => isAbsent(at - 1));
  const others = argv.filter((_, at) => !isAbsent(at) && !isAbsent(at - 1));
  const config = join(temporaryFolder(), "tested.yaml");
  writeFileSync(config, JSON.stringify({ targets: { tested: { url, absent, linger: 0 } } }));
  const named = others.map((argument) => (argument === url ? "tested" : argument));
  return [...named, "--config", config];
}

/**
 * Runs `verify` from dist/, without the wait for background effects. The environment has the key
 * only if `env` does.
 */
export function startVerify(
  argv: readonly string[],
  start: StartOptions = {},
): Promise<ProcessResult> {
  const dir = temporaryFolder();
  return run([CLI, "verify", ...asTarget(argv), "--report", dir], dir, start);
}

const CONTRACT_CONFIG = join(ROOT, "contract-tests/testing/contract.config.ts");

/**
 * Runs `playwright test` with the contract suite for each target. The result's `dir` is
 * Playwright's output folder.
 */
export function runContract(
  targets: readonly ContractOptions[],
  flags: readonly string[],
  start: StartOptions = {},
): Promise<ProcessResult> {
  const dir = temporaryFolder();
  const env = { ...start.env, CONTRACT_TARGETS: JSON.stringify(targets) };
  return runPlaywright(
    ["test", "--config", CONTRACT_CONFIG, "--output", dir, ...flags],
    { ...start, env },
    dir,
  );
}

/**
 * Starts the server behind Playwright's UI mode and editors, with the contract suite for a target.
 * It ends with its stdin.
 */
export function startTestServer(
  target: ContractOptions,
  { env = {} }: Pick<StartOptions, "env">,
): ChildProcess {
  const all = { ...environment(), ...env, CONTRACT_TARGETS: JSON.stringify([target]) };
  const argv = [PLAYWRIGHT, "test-server", "--config", CONTRACT_CONFIG];
  return launch(process.execPath, argv, ROOT, all, "pipe");
}

const PLAYWRIGHT = join(ROOT, "node_modules/playwright/cli.js");

/** Runs Playwright's command in the project's root. */
export function runPlaywright(
  argv: readonly string[],
  start: StartOptions = {},
  dir = temporaryFolder(),
): Promise<ProcessResult> {
  return run([PLAYWRIGHT, ...argv], dir, { cwd: ROOT, ...start });
}

async function run(
  argv: readonly string[],
  dir: string,
  { cwd, env = {}, onStart }: StartOptions,
): Promise<ProcessResult> {
  const child = launch(process.execPath, argv, cwd ?? dir, { ...environment(), ...env });
  onStart?.(child.pid ?? 0);
  return withReport(await ended(child), dir);
}

/** Adds the report in the folder. */
export function withReport(end: Ended, dir: string): ProcessResult {
  const path = join(dir, "report.json");
  const report = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Report) : undefined;
  return { ...end, dir, report };
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
