/** Runs one step after the other, then concludes what the whole run shows. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { StepResult } from "./assertions/finding.ts";
import { conclude } from "./conclusions/conclude.ts";
import type { Wait } from "./session/retry.ts";
import { RunEnded } from "./session/run-ended.ts";
import type { Session } from "./session/session.ts";
import { stepsFor } from "./steps/index.ts";

export interface Progress {
  /** The number of steps that have ended. */
  readonly done: number;
  readonly total: number;
  /** The title of the step that is running. */
  readonly title: string;
  /** The current wait, if there is one. */
  readonly wait?: Wait;
}

export interface RunResult {
  readonly steps: readonly StepResult[];
  /** Steps that did not end, for a reason that is not the deployment's. */
  readonly broken: readonly { readonly check: string; readonly why: string }[];
}

export interface RunOptions {
  /** Selects the steps of these clauses. */
  readonly only?: readonly ClauseId[] | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

const NO_LIST = "no list of orders could be read, so next to nothing was judged";

/** Rejects only for a fault of this program. */
export async function runSteps(
  session: Session,
  { only, onProgress }: RunOptions = {},
): Promise<RunResult> {
  const steps = stepsFor(only);
  const results: StepResult[] = [];
  const broken: RunResult["broken"][number][] = [];
  const { interrupted, ignore } = interruption(session.config.signal);

  for (const [done, { id, title, run }] of steps.entries()) {
    if (session.ended !== undefined) break;
    const progress = { done, total: steps.length, title: `${id}: ${title}` };
    onProgress?.(progress);
    const findings = session.beginStep((wait) =>
      onProgress?.({ ...progress, ...(wait && { wait }) }),
    );
    const before = askedFor(session);
    const began = session.clock.now();
    try {
      await Promise.race([run(session), interrupted]);
    } catch (error) {
      if (error instanceof RunEnded) session.end(error.message);
      broken.push({ check: id, why: (error as Error).message });
    }
    // A run that ends early also tells what it has shown so far.
    if (done === steps.length - 1 || session.ended !== undefined) conclude(session);
    const durationMs = Math.round(session.clock.now() - began);
    results.push({ step: id, findings: findings.list(), durationMs });
    // A step may have nothing to send in this run.
    const isIdle = askedFor(session) === before;
    if (findings.list().length === 0 && session.ended === undefined && !isIdle)
      broken.push({ check: id, why: "it ended without a finding" });
  }

  ignore();
  const isViolated = results.some(({ findings }) =>
    findings.some(({ kind }) => kind === "violated"),
  );
  if (session.lists.length === 0 && broken.length === 0 && !isViolated)
    broken.push({ check: steps[0]!.id, why: NO_LIST });
  return { steps: results, broken };
}

/** Returns how many calls the steps wanted to send. */
function askedFor({ budget, received }: Session): number {
  return budget.sent + received.notSent.length;
}

/**
 * `interrupted` rejects when the run is interrupted, without waiting for calls that are under way.
 */
export function interruption(signal: AbortSignal | undefined) {
  let stop = (): void => {};
  const interrupted = new Promise<never>((_, reject) => {
    stop = () => reject(new RunEnded("it was interrupted before all steps had ended"));
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
  });
  interrupted.catch(() => {});
  return { interrupted, ignore: () => signal?.removeEventListener("abort", stop) };
}
