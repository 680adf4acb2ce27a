/** Runs the checks: those that need not wait for each other at the same time. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Check } from "../checks/check.ts";
import { CHECKS, STAGES } from "../checks/index.ts";
import { callsAtOnce } from "../safety/guard.ts";
import type { CheckResult } from "./check-result.ts";
import type { Run } from "./run.ts";
import { runCheck } from "./run-check.ts";
import { selectChecks } from "./selection.ts";

export interface Progress {
  /** Checks that have ended. */
  readonly done: number;
  readonly total: number;
  /** The check that runs now. */
  readonly title: string;
}

export interface RunResult {
  readonly results: readonly CheckResult[];
  /** Checks that did not end for a reason that is not the deployment's. */
  readonly broken: readonly { readonly check: string; readonly why: string }[];
}

/** Why a result says nothing about the deployment; undefined when it does. */
export function problemWith({ findings, runEnded }: CheckResult): string | undefined {
  return runEnded ?? (findings.length > 0 ? undefined : "it ended without a finding");
}

/** Never rejects. `only` selects the checks of some clauses. */
export async function runAll(
  run: Run,
  options: {
    readonly only?: readonly ClauseId[] | undefined;
    readonly onProgress?: ((progress: Progress) => void) | undefined;
  } = {},
): Promise<RunResult> {
  const checks = selectChecks(CHECKS, options.only);
  const { signal } = run.config;
  const results = new Map<Check, CheckResult>();
  const broken: { check: string; why: string }[] = [];
  const interrupted = new Promise<"interrupted">((resolve) => {
    signal?.addEventListener("abort", () => resolve("interrupted"), { once: true });
  });
  const runSequence = async (sequence: readonly Check[], run: Run): Promise<void> => {
    for (const check of sequence) {
      if (signal?.aborted || run.state.guard.ended !== undefined) return;
      options.onProgress?.({ done: results.size, total: checks.length, title: `${check.id}: ${check.title}` });
      const result = await Promise.race([runCheck(check, run), interrupted]).catch((error: Error) => error);
      if (result instanceof Error) broken.push({ check: check.id, why: result.message });
      else if (result !== "interrupted") {
        results.set(check, result);
        const problem = problemWith(result);
        // Checks that run at the same time end for the same reason.
        if (problem !== undefined && !broken.some(({ why }) => why === problem))
          broken.push({ check: check.id, why: problem });
      }
    }
  };
  for (const stage of STAGES) {
    const sequences = stage.map((sequence) => sequence.filter((check) => checks.includes(check)));
    const [first = [], ...others] = sequences;
    if (callsAtOnce(run.config, run.state.guard) === 1) await runSequence(sequences.flat(), run);
    else
      await Promise.all([runSequence(first, goingFirst(run)), ...others.map((sequence) => runSequence(sequence, run))]);
  }
  if (signal?.aborted) broken.push({ check: "run", why: "it was interrupted before all checks had ended" });
  return { results: checks.flatMap((check) => results.get(check) ?? []), broken };
}

/** The sequence whose calls wait for each other would otherwise wait for those of all other checks, too. */
function goingFirst(run: Run): Run {
  return { ...run, send: (call) => run.send({ ...call, goesFirst: true }) };
}
