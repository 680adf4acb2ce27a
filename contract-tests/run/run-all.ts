/** Carries out the plan (checks/plan.ts): each step as soon as those that it comes after have ended. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { RecordedCheck } from "../assertions/finding.ts";
import { type Step, stepsFor } from "../checks/plan.ts";
import type { Run } from "./run.ts";
import { concludeEarly, runCheck } from "./run-check.ts";

export interface Progress {
  /** Checks that have ended. */
  readonly done: number;
  readonly total: number;
  /** The check that runs now. */
  readonly title: string;
}

export interface RunResult {
  readonly checks: readonly RecordedCheck[];
  /** Checks that did not end for a reason that is not the deployment's. */
  readonly broken: readonly { readonly check: string; readonly why: string }[];
}

export interface RunOptions {
  /** Selects the checks of some clauses. */
  readonly only?: readonly ClauseId[] | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Why a result says nothing about the deployment; undefined when it does. */
export function problemWith({
  findings,
  runEnded,
}: Pick<RecordedCheck, "runEnded"> & { readonly findings: readonly unknown[] }):
  | string
  | undefined {
  return runEnded ?? (findings.length > 0 ? undefined : "it ended without a finding");
}

/** Never rejects. */
export async function runAll(run: Run, { only, onProgress }: RunOptions = {}): Promise<RunResult> {
  const { end, pace } = run;
  const { signal } = run.config;
  const steps = stepsFor(only);
  const waiting = new Set(steps);
  const running = new Map<Step, Promise<void>>();
  const results: RecordedCheck[] = [];
  const broken: RunResult["broken"][number][] = [];
  const interrupted = new Promise<undefined>((resolve) => {
    signal?.addEventListener("abort", () => resolve(undefined), { once: true });
  });

  /** Checks that run at the same time end for the same reason. */
  const addBroken = (check: string, why: string | undefined): void => {
    if (why !== undefined && !broken.some((one) => one.why === why)) broken.push({ check, why });
  };

  const start = async (step: Step): Promise<void> => {
    const { id, title } = step.check;
    onProgress?.({ done: results.length, total: steps.length, title: `${id}: ${title}` });
    try {
      const result = await Promise.race([runCheck(step, run), interrupted]);
      if (result !== undefined) results.push(result);
      addBroken(id, result && problemWith(result));
    } catch (error) {
      addBroken(id, (error as Error).message);
    }
    running.delete(step);
  };

  const hasRoomFor = (step: Step): boolean => {
    if (running.size === 0) return true;
    return pace.parallel() > 1 && !step.alone && [...running.keys()].every(({ alone }) => !alone);
  };

  const startReady = (): void => {
    // What a step comes after must have ended, unless the run does not have it.
    const open = [...waiting, ...running.keys()].map(({ check }) => check);
    const ready = [...waiting].filter(
      ({ after = [] }) => !after.some((check) => open.includes(check)),
    );

    for (const step of ready) {
      // A step that must wait keeps its turn: those behind it wait, too.
      if (signal?.aborted || end.why !== undefined || !hasRoomFor(step)) return;
      waiting.delete(step);
      running.set(step, start(step));
    }
  };

  for (startReady(); running.size > 0; startReady()) await Promise.race(running.values());

  // A run that has ended early still says what its calls have shown up to here.
  if (signal?.aborted) addBroken("run", "it was interrupted before all checks had ended");
  else if (end.why !== undefined)
    for (const { check } of waiting) {
      const result = concludeEarly(check, run);
      if (result !== undefined) results.push(result);
    }

  return {
    checks: steps.flatMap(({ check }) => results.filter((one) => one.check === check.id)),
    broken,
  };
}
