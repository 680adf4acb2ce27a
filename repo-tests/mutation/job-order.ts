/** The order in which jobs run on a mutant, so that one that kills it runs soon. */
import { dirname } from "node:path";
import { FILES, reachedFrom, textOf } from "../habits/sources.ts";
import type { PassingJob } from "./baseline.ts";
import type { Mutant } from "./instrument.ts";

/** Above this a job is slow: milliseconds. */
const SLOW_MS = 1_000;
const NEAR_LINES = 15;

export class JobOrder {
  private readonly mutants: readonly Mutant[];
  /** By file, how many of its mutants each job has killed. */
  private readonly kills = new Map<string, Map<PassingJob, number>>();

  constructor(mutants: readonly Mutant[]) {
    this.mutants = mutants;
  }

  countKill({ file }: Mutant, job: PassingJob): void {
    const kills = this.kills.get(file) ?? new Map<PassingJob, number>();
    kills.set(job, (kills.get(job) ?? 0) + 1);
    this.kills.set(file, kills);
  }

  /**
   * First the tests that are named like the file, then those of its folder. Then jobs that have killed mutants of the file,
   * and those whose finder uses it. Then one of each way through the lines around the mutant, one of each subject, and so
   * on. Slow ones come last.
   */
  of({ file, line }: Mutant, jobs: readonly PassingJob[]): readonly PassingJob[] {
    const kills = this.kills.get(file);
    const near = this.mutants
      .filter((mutant) => mutant.file === file && Math.abs(mutant.line - line) <= NEAR_LINES)
      .map(({ id }) => id);
    const finders = findersOf(file);
    const ways = new Map<string, number>();
    const subjects = new Map<string, number>();
    const ranks = new Map<PassingJob, number>();
    for (const job of jobs) {
      const sameWay = countUp(ways, near.map((id) => job.touched[id]).join(""));
      const sameSubject = countUp(subjects, job.subject ?? job.name);
      const isFinder = job.finder !== undefined && finders.has(job.finder);
      const found = kills?.get(job) ?? (isFinder ? 0.5 : 0);
      const rank = found > 0 ? -found : Math.min(sameWay, sameSubject + 0.5);
      const late = job.durationMs > SLOW_MS ? jobs.length : 0;
      ranks.set(job, rank + late - this.mutants.length * nearness(file, job.file));
    }
    return jobs.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  }
}

/** 2 for a test that is named like the file, 1 for one of its folder. */
function nearness(file: string, test: string | undefined): number {
  if (test === file.replace(/\.ts$/, ".test.ts")) return 2;
  return test !== undefined && dirname(test) === dirname(file) ? 1 : 0;
}

/** How often a key was counted before. */
function countUp(counts: Map<string, number>, key: string): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}

const CHECK = /^export const \w+: Check = \{\s*id: "([^"]+)"/m;
const reachedByCheck = new Map(
  FILES.flatMap((file) => {
    const id = file.startsWith("contract-tests/checks/") ? CHECK.exec(textOf(file))?.[1] : undefined;
    return id === undefined ? [] : [[id, new Set(reachedFrom(file, ["static"]).keys())] as const];
  }),
);

/** The checks that use a file. */
function findersOf(file: string): ReadonlySet<string> {
  return new Set([...reachedByCheck].filter(([, reached]) => reached.has(file)).map(([id]) => id));
}
