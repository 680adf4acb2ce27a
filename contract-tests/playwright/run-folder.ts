/**
 * The folder in which the workers of one Playwright run find what the first of them has shown.
 *
 * The runs of a session of UI mode, or of an editor, have the same parent process and folders, and the numbers of their workers go on. What
 * tells them apart is that Playwright loads the files of the tests before each run, in the process that starts the workers or in a child
 * of it: there the last run is forgotten.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";

/** The folders of all processes of this user on this machine begin like this. */
const PREFIX = `orders-kit-contract-${hostname()}-${process.getuid?.() ?? ""}-`;

const folderOf = (starter: number): string => join(tmpdir(), `${PREFIX}${starter}`);

const WHOLE = { recursive: true, force: true } as const;

let isForgotten = false;

/** Called where tests are registered, which is before each run, and in each worker. */
export function forgetLastRun(): void {
  // Playwright sets the variable in its workers.
  if (process.env.TEST_WORKER_INDEX !== undefined || isForgotten) return;
  isForgotten = true;

  // Whether this process starts the workers, or its parent does, cannot be seen from here.
  for (const starter of process.connected ? [process.pid, process.ppid] : [process.pid]) {
    rmSync(folderOf(starter), WHOLE);
    mkdirSync(folderOf(starter), { mode: 0o700 });
  }
  process.once("exit", () => rmSync(folderOf(process.pid), WHOLE));
}

/** The folder of the run, in a worker. Without one, nothing is known of the other workers. */
export function runFolder(): string {
  const folder = folderOf(process.ppid);
  return existsSync(folder) ? folder : mkdtempSync(join(tmpdir(), "orders-kit-"));
}
