/** A process that runs jobs on mutated code, one at a time. Arguments: how many mutants there are, the one that is active from the start, the judge, and the files with tests. */
import type { Job } from "./jobs.ts";
import { MutantSwitch } from "./mutant-switch.ts";
import type { Suite } from "./suites.ts";

export interface Task {
  /** Index of the job. */
  readonly job: number;
  /** Id of the mutant; 0 for none. */
  readonly mutant: number;
}

export type JobName = Omit<Job, "run">;

/** After the start: the jobs, or why there are none. After each task: why the job failed. `touched` is that of the switch. */
export interface Answer {
  readonly jobs?: readonly JobName[];
  readonly failure?: string;
  readonly touched: Uint8Array;
}

const [count, active, judge, ...tests] = process.argv.slice(2);
const mutants = new MutantSwitch(Number(count));
mutants.active = Number(active);
Object.assign(globalThis, { mutants });
const send = (answer: Answer) => process.send?.(answer);

const { loadJobs } = await import("./jobs.ts");
const { touched } = mutants;
const jobs = await loadJobs(judge as Suite["judge"], tests).catch((error: Error) => {
  send({ failure: String(error), touched });
  return [];
});
if (jobs.length > 0) send({ jobs: jobs.map(({ run: _, ...job }) => job), touched });

process.on("message", async ({ job, mutant }: Task) => {
  mutants.active = mutant;
  touched.fill(0);
  const failure = await jobs[job]?.run().then(
    () => undefined,
    (error: unknown) => String(error),
  );
  send({ touched, ...(failure !== undefined && { failure }) });
});
process.on("disconnect", () => process.exit());
