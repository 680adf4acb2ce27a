/** Runs the checks: each as soon as those before it have ended. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { createFindings, type RecordedCheck } from "../assertions/finding.ts";
import type { Check } from "../checks/check.ts";
import { selectChecks } from "../checks/index.ts";
import { listAgain, reportHistory } from "../checks/list/list-again.ts";
import { providedOrders } from "../checks/provided-orders.ts";
import type { Run } from "./run.ts";
import { runCheck } from "./run-check.ts";

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
}: Pick<RecordedCheck, "runEnded"> & { readonly findings: readonly unknown[] }): string | undefined {
  return runEnded ?? (findings.length > 0 ? undefined : "it ended without a finding");
}

/** Never rejects. */
export async function runAll(run: Run, { only, onProgress }: RunOptions = {}): Promise<RunResult> {
  const { config, end, ledger, pace } = run;
  const { signal } = config;
  const selected = selectChecks(only);
  const waiting = new Set(selected);
  const running = new Map<Check, Promise<void>>();
  const results: RecordedCheck[] = [];
  const broken: RunResult["broken"][number][] = [];
  const interrupted = new Promise<undefined>((resolve) => {
    signal?.addEventListener("abort", () => resolve(undefined), { once: true });
  });

  /** Checks that run at the same time end for the same reason. */
  const addBroken = (check: string, why: string | undefined): void => {
    if (why !== undefined && !broken.some((one) => one.why === why)) broken.push({ check, why });
  };

  const start = async (check: Check): Promise<void> => {
    onProgress?.({ done: results.length, total: selected.length, title: `${check.id}: ${check.title}` });
    try {
      const result = await Promise.race([runCheck(check, run), interrupted]);
      if (result !== undefined) results.push(result);
      addBroken(check.id, result && problemWith(result));
    } catch (error) {
      addBroken(check.id, (error as Error).message);
    }
    running.delete(check);
  };

  const startReady = (): void => {
    const open = [...waiting, ...running.keys()].map(({ id }) => id);
    for (const check of [...waiting].filter(({ after = [] }) => !after.some((id) => open.includes(id)))) {
      if (signal?.aborted || end.why !== undefined) return;
      const isBusy = running.size > 0;
      if (isBusy && (pace.parallel() === 1 || check.alone || [...running.keys()].some(({ alone }) => alone))) return;
      waiting.delete(check);
      running.set(check, start(check));
    }
  };

  for (startReady(); running.size > 0; startReady()) await Promise.race(running.values());
  if (signal?.aborted) addBroken("run", "it was interrupted before all checks had ended");
  else if (end.why !== undefined && !results.some(({ check }) => check === listAgain.id)) {
    // What the lists and answers show up to here.
    const { recorder: report, list } = createFindings();
    reportHistory({ config, ledger, orders: providedOrders(config), report });
    results.push({ check: listAgain.id, findings: list(), durationMs: 0 });
  }
  return { checks: selected.flatMap(({ id }) => results.filter(({ check }) => check === id)), broken };
}
