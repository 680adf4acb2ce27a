/** Runs the steps against an open target, after asking whether it can be judged. */
import { randomInt } from "node:crypto";
import { CLAUSES } from "../../spec/clauses/index.ts";
import { didYouMean } from "../../spec/errors/suggest.ts";
import { settingsOfRun } from "../targets/settings/settings.ts";
import { isEmbedded, type Target } from "../targets/target.ts";
import { probeTarget } from "./probe-target.ts";
import { runError } from "./run-errors.ts";
import { interruption, type RunOptions, type RunResult, runSteps } from "./run-steps.ts";
import type { SessionConfig } from "./session/config.ts";
import { RunEnded } from "./session/run-ended.ts";
import { Session } from "./session/session.ts";
import { listsAlone, neededFor } from "./steps/index.ts";

export interface TargetRunOptions extends RunOptions {
  /** Aborting the signal ends the run. */
  readonly signal?: AbortSignal | undefined;
  /** Called with a sentence about how the target is treated. */
  readonly onNote?: ((note: string) => void) | undefined;
}

export interface TargetRun extends RunResult {
  readonly session: Session;
  /** Why the target could not be judged. */
  readonly why?: string;
}

const CLAUSE_IDS: readonly string[] = CLAUSES.map(({ id }) => id);

/**
 * Throws a UserError for an unknown clause: it would select no step, and a run without steps finds
 * no violation.
 */
export function checkClauses(only: readonly string[] = []): void {
  for (const clause of only)
    if (!CLAUSE_IDS.includes(clause))
      throw runError("unknown-clause", {
        name: clause,
        count: CLAUSE_IDS.length,
        closest: didYouMean(clause, CLAUSE_IDS),
      });
}

export async function runAgainst(target: Target, options: TargetRunOptions): Promise<TargetRun> {
  const config = runConfig(target, options.signal);
  const session = new Session(target.send, {
    ...config,
    only: neededFor(options.only),
    keepTraffic: options.only !== undefined,
    ...(listsAlone(options.only) && { disposable: false }),
  });
  try {
    if (target.failed !== undefined) return { session, steps: [], broken: [], why: target.failed };
    const { interrupted, ignore } = interruption(options.signal);
    const probed = Promise.race([probeTarget(session, target), interrupted]);
    const { why, note } = await probed.finally(ignore);
    if (note !== undefined) options.onNote?.(note);
    if (why !== undefined) return { session, steps: [], broken: [], why };
    const result = await runSteps(session, options);
    // A run that ends in its first step has judged nothing.
    if (session.ended === undefined || result.steps.length > 1) return { session, ...result };
    return { session, ...result, broken: [], why: session.ended };
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    return { session, steps: [], broken: [{ check: "target", why: error.message }] };
  }
}

/**
 * Returns the configuration of a run against a target. The run ends early when the signal is
 * aborted.
 */
function runConfig(target: Target, signal: AbortSignal | undefined): SessionConfig {
  const { name, baseUrl, rules, settings } = target;
  return {
    ...settingsOfRun(settings),
    ...rules,
    baseUrl,
    seed: randomInt(2 ** 31),
    // On any other target, the key would get into access logs.
    keyElsewhere: isEmbedded(name) || rules.disposable === true,
    signal,
    settleMs: settings.linger * 1000,
  };
}
