/** Runs the checks: each as soon as those before it have ended. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Check } from "../checks/check.ts";
import { selectChecks } from "../checks/index.ts";
import { listAgain, reportHistory } from "../checks/list/list-again.ts";
import { providedOrders } from "../checks/provided-orders.ts";
import { createFindings, type RecordedCheck } from "./findings.ts";
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
  /** What has become of the checks that have ended; undefined for one that was interrupted. */
  const ended = new Map<string, RecordedCheck | Error | undefined>();
  const interrupted = new Promise<undefined>((resolve) => {
    signal?.addEventListener("abort", () => resolve(undefined), { once: true });
  });

  const start = async (check: Check): Promise<void> => {
    onProgress?.({ done: ended.size, total: selected.length, title: `${check.id}: ${check.title}` });
    const result = await Promise.race([runCheck(check, run), interrupted]).catch((error: Error) => error);
    ended.set(check.id, result);
    running.delete(check);
  };

  const isReady = ({ after = [] }: Check): boolean =>
    after.every((id) => ended.has(id) || !selected.some((one) => one.id === id));

  const startReady = (): void => {
    for (const check of [...waiting].filter(isReady)) {
      if (signal?.aborted || end.why !== undefined) return;
      const isBusy = running.size > 0;
      if (isBusy && (pace.parallel() === 1 || check.alone || [...running.keys()].some(({ alone }) => alone))) return;
      waiting.delete(check);
      running.set(check, start(check));
    }
  };

  for (startReady(); running.size > 0; startReady()) await Promise.race(running.values());
  const broken = [...ended].flatMap(([check, result]) => {
    const why = result instanceof Error ? result.message : result && problemWith(result);
    return why === undefined ? [] : [{ check, why }];
  });
  if (signal?.aborted) broken.push({ check: "run", why: "it was interrupted before all checks had ended" });
  else if (end.why !== undefined && !ended.has(listAgain.id)) {
    // What the lists and answers show up to here.
    const { recorder: report, list } = createFindings();
    reportHistory({ config, ledger, orders: providedOrders(config), report });
    ended.set(listAgain.id, { check: listAgain.id, findings: list(), durationMs: 0 });
  }
  return {
    checks: selected.flatMap(({ id }) => {
      const result = ended.get(id);
      return result === undefined || result instanceof Error ? [] : [result];
    }),
    // Checks that run at the same time end for the same reason.
    broken: broken.filter(({ why }, nth) => broken.findIndex((one) => one.why === why) === nth),
  };
}
