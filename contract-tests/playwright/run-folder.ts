/** The folder in which the workers of one Playwright run share its outcome. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

/** The common prefix of this user's folders on this machine. */
const FOLDER_PREFIX = `orders-kit-contract-${hostname()}-${process.getuid?.() ?? ""}-`;

const folderOf = (starter: number): string => join(tmpdir(), `${FOLDER_PREFIX}${starter}`);

const WHOLE = { recursive: true, force: true } as const;

let isForgotten = false;

/**
 * Deletes the folder of the last run; does nothing in a worker. Playwright loads the test files
 * before each run, in the process that starts the workers or in a child of it. Nothing else
 * separates the runs of a session in UI mode or an editor: they have the same parent process and
 * folders, and the worker numbers go on.
 */
export function forgetLastRun(): void {
  // Playwright sets this variable in its workers.
  if (process.env.TEST_WORKER_INDEX !== undefined || isForgotten) return;
  isForgotten = true;

  // We cannot tell whether this process or its parent starts the workers.
  for (const starter of process.connected ? [process.pid, process.ppid] : [process.pid]) {
    rmSync(folderOf(starter), WHOLE);
    mkdirSync(folderOf(starter), { mode: 0o700 });
  }
  process.once("exit", () => rmSync(folderOf(process.pid), WHOLE));
}

/**
 * Returns the run's folder; called in a worker. Without one, a worker knows nothing of the others.
 */
export function runFolder(): string {
  const folder = folderOf(process.ppid);
  return existsSync(folder) ? folder : mkdtempSync(join(tmpdir(), "orders-kit-"));
}
