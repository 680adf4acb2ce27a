/** The process of worker.ts, seen from outside. */
import { type ChildProcess, fork } from "node:child_process";
import type { Build } from "./build.ts";
import type { Answer, Task } from "./worker.ts";

/** Milliseconds in which a worker has loaded everything. */
const START_MS = 60_000;
/** What an endless loop may use before it ends. */
const MEMORY = "--max-old-space-size=1024";

/** `silent`: the process did not answer in time. `ended`: it is no longer there. */
export type Outcome = Answer | "silent" | "ended";

export class WorkerProcess {
  /** Of the jobs, and what loading them has touched; or why there are none. */
  readonly started: Promise<Outcome>;
  private readonly process: ChildProcess;
  private readonly hasEnded: Promise<"ended">;

  /** `mutant` is active from the start; 0 for none. */
  constructor({ worker, mutants }: Build, mutant: number, args: readonly string[]) {
    this.process = fork(worker, [String(mutants.length), String(mutant), ...args], {
      serialization: "advanced",
      execArgv: [MEMORY],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.hasEnded = new Promise((resolve) => this.process.once("exit", () => resolve("ended")));
    this.started = this.answer(START_MS);
  }

  run(task: Task, limitMs: number): Promise<Outcome> {
    const answer = this.answer(limitMs);
    this.process.send(task, () => {});
    return answer;
  }

  async stop(): Promise<void> {
    this.process.kill("SIGKILL");
    await this.hasEnded;
  }

  private async answer(limitMs: number): Promise<Outcome> {
    let timer: NodeJS.Timeout | undefined;
    const message = new Promise<Answer>((resolve) => this.process.once("message", resolve));
    const late = new Promise<"silent">((resolve) => {
      timer = setTimeout(resolve, limitMs, "silent");
    });
    const outcome = await Promise.race([message, late, this.hasEnded]);
    clearTimeout(timer);
    return outcome;
  }
}
