/** The jobs on the original: which of them pass, and which mutants would make a difference in them. */
import type { Build } from "./build.ts";
import type { Answer, JobName } from "./worker.ts";
import { WorkerProcess } from "./worker-process.ts";

/** A job that passes on the original. */
export interface PassingJob extends JobName {
  readonly index: number;
  readonly durationMs: number;
  /** By id: 1 for mutants that make a difference in it. */
  readonly touched: Uint8Array;
}

export interface Baseline {
  readonly jobs: readonly PassingJob[];
  /** Jobs that fail on the original, and why. */
  readonly failing: readonly string[];
  /** Mutants of code that runs when it is loaded. */
  readonly touchedByLoading: Uint8Array;
}

/** Milliseconds for one job. */
const LIMIT_MS = 60_000;

/** Of the jobs that `isChosen` accepts. One that fails is left out: it would kill mutants without reason. */
export async function measureBaseline(
  build: Build,
  workerArgs: readonly string[],
  isChosen: (job: JobName) => boolean,
  onProgress: (text: string) => void,
): Promise<Baseline> {
  const worker = new WorkerProcess(build, 0, workerArgs);
  const started = await worker.started;
  if (typeof started === "string") throw new Error(`The worker is ${started}.`);
  if (started.jobs === undefined) throw new Error(started.failure);
  const jobs: PassingJob[] = [];
  const failing: string[] = [];
  for (const [index, job] of started.jobs.entries()) {
    if (!isChosen(job)) continue;
    onProgress(`original, ${index} of ${started.jobs.length} runs`);
    const began = performance.now();
    const { failure, touched } = await runOriginal(worker, index, job.name);
    const durationMs = performance.now() - began;
    if (failure === undefined) jobs.push({ ...job, index, durationMs, touched });
    else failing.push(`${job.name}: ${failure}`);
  }
  await worker.stop();
  return { jobs, failing, touchedByLoading: started.touched };
}

async function runOriginal(worker: WorkerProcess, job: number, name: string): Promise<Answer> {
  const outcome = await worker.run({ job, mutant: 0 }, LIMIT_MS);
  if (typeof outcome !== "string") return outcome;
  await worker.stop();
  throw new Error(`Without a mutant the worker is ${outcome}: ${name}`);
}
