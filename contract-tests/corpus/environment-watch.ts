/** What the environment of a process shows to others while it runs. */
import { readdirSync, readFileSync } from "node:fs";
import type { ReferenceService } from "./reference-service.ts";

/** At each request that the service gets, records the environment and command line of the child processes of one process. */
export class EnvironmentWatch {
  /** By process id. */
  readonly seen = new Map<number, string>();
  root = 0;

  on(service: ReferenceService): void {
    const { answer } = service;
    service.answer = (request) => {
      for (const pid of descendants(this.root))
        this.seen.set(
          pid,
          `${this.seen.get(pid) ?? ""}${readProc(pid, "environ")}\n${readProc(pid, "cmdline")}`,
        );
      return answer(request);
    };
  }
}

/** The descendants of a process. Linux only. */
function descendants(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    const parent = /^\d+$/.test(name)
      ? /^PPid:\s*(\d+)/m.exec(readProc(Number(name), "status"))?.[1]
      : undefined;
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return ""; // The process has ended.
  }
}
