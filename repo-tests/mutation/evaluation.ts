/** Runs jobs on a mutant until one of them fails. */
import type { Baseline, PassingJob } from "./baseline.ts";
import type { Build } from "./build.ts";
import type { Mutant } from "./instrument.ts";
import { JobOrder } from "./job-order.ts";
import { type Outcome, WorkerProcess } from "./worker-process.ts";

export interface Verdict {
  readonly mutant: Mutant;
  readonly result: "killed" | "timed out" | "survived";
  /** Jobs in which the mutant makes a difference somewhere. */
  readonly reached: number;
  /** Those that ran on it. */
  readonly tried: number;
}

export class Evaluation {
  private readonly build: Build;
  private readonly baseline: Baseline;
  private readonly workerArgs: readonly string[];
  private readonly maxMs: number;
  private worker: WorkerProcess | undefined;
  private readonly order: JobOrder;

  /** `maxSeconds` for one mutant: then it survives, whatever has not run. */
  constructor(build: Build, baseline: Baseline, workerArgs: readonly string[], maxSeconds: number) {
    this.build = build;
    this.baseline = baseline;
    this.workerArgs = workerArgs;
    this.maxMs = maxSeconds * 1000;
    this.order = new JobOrder(build.mutants);
  }

  /** Adds its jobs to those that the mutant has survived. */
  async judge({ mutant, ...survived }: Verdict): Promise<Verdict> {
    // What runs only once, when it is loaded, needs a process in which the mutant is active from the start.
    const isLoaded = this.baseline.touchedByLoading[mutant.id] === 1;
    const jobs = this.baseline.jobs.filter(({ touched }) => isLoaded || touched[mutant.id] === 1);
    const verdict = { mutant, reached: survived.reached + jobs.length };
    if (isLoaded) await this.stop();
    const end = performance.now() + this.maxMs;
    let { tried } = survived;
    for (const job of this.order.of(mutant, jobs)) {
      if (performance.now() > end) break;
      tried++;
      const outcome = await this.run(job, mutant.id, isLoaded);
      if (typeof outcome !== "string" && outcome.failure === undefined) continue;
      this.order.countKill(mutant, job);
      if (isLoaded || outcome === "silent") await this.stop();
      return { ...verdict, tried, result: outcome === "silent" ? "timed out" : "killed" };
    }
    if (isLoaded) await this.stop();
    return { ...verdict, tried, result: "survived" };
  }

  async stop(): Promise<void> {
    await this.worker?.stop();
    this.worker = undefined;
  }

  private async run(job: PassingJob, mutant: number, isLoaded: boolean): Promise<Outcome> {
    const limitMs = 5_000 + 4 * job.durationMs;
    for (let attempt = 1; ; attempt++) {
      this.worker ??= new WorkerProcess(this.build, isLoaded ? mutant : 0, this.workerArgs);
      const started = await this.worker.started;
      // Tests that a mutant keeps from being loaded find it.
      const isReady = typeof started !== "string" && started.failure === undefined;
      const outcome = isReady ? await this.worker.run({ job: job.index, mutant }, limitMs) : started;
      if (outcome !== "ended" || attempt === 2) return outcome;
      // Perhaps an earlier mutant has ended the process.
      await this.stop();
    }
  }
}
