/** Runs the checks in Playwright, in processes of their own that never hold the key. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { PROBLEMS } from "../spec/problems.ts";
import type { CheckResult } from "./check.ts";
import type { Report } from "./report.ts";
import { isTelling, Mask } from "./secrets.ts";
import { RUN_VARIABLE, type Run, writeRun } from "./setting.ts";
import type { StreamEvent } from "./stream-reporter.ts";

type Env = Readonly<Record<string, string | undefined>>;

export interface Found {
  readonly results: readonly CheckResult[];
  readonly broken: Report["broken"];
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly title: string;
}

/** `signal` ends the run early; what was found until then is kept. */
export async function runPlaywright(
  run: Run,
  {
    env,
    key,
    onProgress,
    signal,
  }: { env: Env; key: string; onProgress: (progress: Progress) => void; signal: AbortSignal },
): Promise<Found> {
  const output = await mkdtemp(join(tmpdir(), "orders-kit-"));
  const results: CheckResult[] = [];
  const broken: { check: string; why: string }[] = [];
  let [done, total] = [0, 0];
  const take = (event: StreamEvent): void => {
    if (event.kind === "begin") total = event.checks;
    else if (event.kind === "start") onProgress({ done, total, title: event.title });
    else {
      done++;
      if (event.kind === "result") results.push(event.result);
      else broken.push({ check: event.check, why: event.why });
    }
  };
  try {
    const config = fileURLToPath(new URL("playwright.config.js", import.meta.url));
    const child = spawn(process.execPath, [findPlaywright(), "test", "--config", config, "--output", output], {
      // Nothing in dist/ needs to be transpiled: without Playwright's loader every process starts a little sooner.
      env: { ...environmentOf(env, key), PW_DISABLE_TS_ESM: "1", [RUN_VARIABLE]: writeRun(run) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stop = (): void => void child.kill("SIGTERM");
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    let noise = "";
    child.stderr.on("data", (chunk: Buffer) => {
      noise = `${noise}${chunk}`.slice(-2000);
    });
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    for await (const line of createInterface({ input: child.stdout })) {
      const event = eventOf(line);
      if (event !== undefined) take(event);
    }
    await closed;
    signal.removeEventListener("abort", stop);
    if (done < total || total === 0)
      broken.push({ check: "playwright", why: noise.trim().split("\n")[0] || "it ended before its checks did" });
  } finally {
    await rm(output, { recursive: true, force: true });
  }
  return { results, broken };
}

function eventOf(line: string): StreamEvent | undefined {
  try {
    return JSON.parse(line) as StreamEvent;
  } catch {
    return undefined; // A word of Playwright itself.
  }
}

/** The script of Playwright's command. Throws a UserError when it is not installed. */
export function findPlaywright(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("playwright/package.json")), "cli.js");
  } catch {
    throw PROBLEMS.playwrightMissing();
  }
}

/** What a process of Node needs to start and to find its temporary folder; a worker needs no more. */
const NEEDED = /^(PATH|HOME|USERPROFILE|TMPDIR|TMP|TEMP|SYSTEMROOT|WINDIR|COMSPEC|LANG|LC_\w+|TZ|NODE_OPTIONS)$/i;

function environmentOf(env: Env, key: string): Env {
  const withKey = new Set(variablesWithKey(env, key));
  return Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED.test(name) && !withKey.has(name)));
}

/** The names of the variables that hold the key, or the one that ORDERS_API_KEY holds, in whatever form. */
export function variablesWithKey(env: Env, key: string): string[] {
  const keys = [key, env.ORDERS_API_KEY ?? ""].filter((text) => text !== "");
  const mask = new Mask(keys.filter(isTelling).map((text) => ({ text, mark: "" })));
  // A short key would be found in every path.
  const short = keys.filter((text) => !isTelling(text)).flatMap((text) => [text, `Bearer ${text}`]);
  return Object.keys(env).filter(
    (name) => short.includes(env[name] ?? "") || mask.occursIn(Buffer.from(env[name] ?? "")),
  );
}
