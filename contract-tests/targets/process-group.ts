/**
 * A child process together with everything that it starts: we end them as a whole, so that none of
 * them lives on.
 */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import type { Socket } from "node:net";

export type { ChildProcess } from "node:child_process";

/** Windows has no process groups, and would open a window for a detached process. */
const HAS_GROUPS = process.platform !== "win32";

const running = new Set<ChildProcess>();

export function spawnGroup(
  command: string,
  argv: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const child = spawn(command, argv, { ...options, detached: HAS_GROUPS, windowsHide: true });
  running.add(child);
  for (const event of ["exit", "error"]) child.once(event, () => running.delete(child));
  return child;
}

/**
 * Ends what is still running, at once. A server that a command has left in the background lives on.
 */
export function killGroups(): void {
  for (const child of running) signalGroup(child, "SIGKILL");
}

export function signalGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  if (!HAS_GROUPS) {
    // taskkill ends the whole tree, and knows no gentler way for a process without a window.
    spawn("taskkill", ["/pid", String(child.pid), "/T", "/F"], {
      stdio: "ignore",
      windowsHide: true,
    }).once("error", () => child.kill());
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended.
  }
}

/**
 * Reads and drops what a server in the background still prints, because it would fail at a closed
 * pipe. Does not keep this process alive.
 */
export function ignoreOutput({ stdout, stderr }: ChildProcess): void {
  for (const stream of [stdout, stderr] as (Socket | null)[])
    stream?.removeAllListeners("data").resume().unref();
}
