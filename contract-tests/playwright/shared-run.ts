/**
 * The state that the workers of one Playwright run share about a target, in files below the output folder, which Playwright
 * empties at the start of a run. A worker ends with each failed test, and the next one must know which orders are cancelled:
 * each check runs once in a run, in one worker at a time, and a retry gets its result.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ListHistory } from "../assertions/list-history.ts";
import type { CheckResult } from "../run/check-result.ts";
import { newRunState, type RunState } from "../run/run-state.ts";
import type { Target } from "../targets/target.ts";

export interface SharedRun {
  /** Runs a check with the state of the run so far. A check that has run before is not run again. */
  once(check: string, run: (state: RunState) => Promise<CheckResult>): Promise<CheckResult>;
}

/** Milliseconds between two attempts to take the lock. */
const LOCK_POLL_MS = 50;

export function openSharedRun(outputDir: string, { baseUrl, rules }: Pick<Target, "baseUrl" | "rules">): SharedRun {
  const target = [baseUrl, ...rules.pending, "/", ...rules.shipped].join(" ");
  const folder = join(outputDir, ".orders-kit", createHash("sha256").update(target).digest("hex").slice(0, 16));
  mkdirSync(folder, { recursive: true });
  const stateFile = join(folder, "state.json");
  return {
    once: async (check, run) => {
      const [resultFile, startedFile] = [join(folder, `${check}.json`), join(folder, `${check}.started`)];
      const unlock = await lock(join(folder, "lock"));
      try {
        if (existsSync(resultFile)) return JSON.parse(readFileSync(resultFile, "utf8")) as CheckResult;
        if (existsSync(startedFile))
          throw new Error(
            `${check} was started in this run and did not end. Its orders may be cancelled: start a new run.`,
          );
        writeFileSync(startedFile, "");
        const state = existsSync(stateFile) ? readState(readFileSync(stateFile, "utf8")) : newRunState();
        try {
          const result = await run(state);
          replaceFile(resultFile, JSON.stringify(result));
          return result;
        } finally {
          replaceFile(stateFile, writeState(state));
        }
      } finally {
        unlock();
      }
    },
  };
}

/** Resolves with a function that releases the lock. A lock whose process has ended is taken over. */
async function lock(path: string): Promise<() => void> {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = ownerOf(path);
    if (owner > 0 && !isRunning(owner)) rmSync(path, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
}

/** The process that has the lock; 0 while it is created, and when it has just been released. */
function ownerOf(path: string): number {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Other processes never see a part of the file. */
function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}

/** Between two checks nothing is waited for. The lists are large, and read again. */
function writeState({
  recovery: _recovery,
  lastUnavailable: _lastUnavailable,
  lists: _lists,
  lastList: _lastList,
  guard: { list: _list, ...guard },
  ...state
}: RunState): string {
  return JSON.stringify({ ...state, guard }, function (this: Record<string, unknown>, key, plain) {
    const value = this[key];
    if (value instanceof Set) return { $set: [...value] };
    if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
    return typeof value === "bigint" ? { $bigint: String(value) } : plain;
  });
}

function readState(text: string): RunState {
  const state = JSON.parse(text, (_, value) => {
    if (value?.$set !== undefined) return new Set(value.$set);
    if (value?.$bytes !== undefined) return Buffer.from(value.$bytes, "base64");
    return value?.$bigint === undefined ? value : BigInt(value.$bigint);
  });
  return { ...state, lists: new ListHistory() };
}
