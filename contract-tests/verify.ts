/** Judges a target against the contract, from its name to the report. */

import type { Profile } from "../scenarios/profile/shape.ts";
import { CLAUSES, type ClauseId } from "../spec/clauses/index.ts";
import { didYouMean } from "../spec/errors/suggest.ts";
import type { Secret } from "./client/redaction.ts";
import { unknownClauseError } from "./errors/run.ts";
import { learnProfile } from "./learn.ts";
import { resultOf } from "./report/evidence.ts";
import { redactReport } from "./report/redact-report.ts";
import { assembleReport, type Report, type RunMode } from "./report/report.ts";
import { factsOf } from "./report/run-facts.ts";
import { type Progress, type RunResult, runSteps } from "./run-steps.ts";
import { RunEnded } from "./session/run-ended.ts";
import { Session } from "./session/session.ts";
import { stepsFor } from "./steps/index.ts";
import { maskError } from "./targets/locate-target.ts";
import { openTarget } from "./targets/open-target.ts";
import { probeTarget } from "./targets/probe-target.ts";
import { checkOptionNames } from "./targets/settings-table.ts";
import { lingerRemarks, runConfig, type Target, type TargetOptions } from "./targets/target.ts";

export interface VerifyOptions extends TargetOptions {
  /** Judges these clauses only, and keeps all exchanges as evidence. */
  readonly only?: readonly ClauseId[] | undefined;
  /** Prism judges every call too, and the report shows where its verdict differs. */
  readonly throughPrism?: boolean | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Throws a UserError when the options or the configuration are wrong. For a target that cannot be judged, the verdict of the
 * report is `not-judged`.
 */
export async function verify(options: VerifyOptions = {}): Promise<Report> {
  checkOptionNames("verify", options, "env cwd signal onNote only throughPrism onProgress");
  return (await verifyTarget(options)).report;
}

const CLAUSE_IDS: readonly string[] = CLAUSES.map(({ id }) => id);

/** Throws a UserError for an unknown clause: it would select no step, and a run without steps finds no violation. */
export function checkClauses(only: readonly string[] = []): void {
  for (const clause of only)
    if (!CLAUSE_IDS.includes(clause))
      throw unknownClauseError({
        name: clause,
        count: CLAUSE_IDS.length,
        closest: didYouMean(clause, CLAUSE_IDS),
      });
}

/** With what fails a run that has violated nothing, as the options or else orders-kit.yaml say. */
export interface VerifyResult {
  /** The path of the orders-kit.yaml that has the target, relative to the current folder, if one has. */
  readonly file?: string | undefined;
  /** As the options or orders-kit.yaml say. */
  readonly requireProven?: boolean | undefined;
  readonly report: Report;
  /** What the target answers where the contract is silent. */
  readonly profile: Profile;
  /** The API key, and what else must not be in anything that is written. */
  readonly secrets: readonly Secret[];
}

export async function verifyTarget(options: VerifyOptions): Promise<VerifyResult> {
  const { only, throughPrism } = options;
  const startedAt = new Date().toISOString();
  const began = performance.now();
  checkClauses(only);
  // Loaded on demand, because most runs are of a target whose file has been checked.
  if (options.known !== undefined)
    (await import("./targets/known-entries.ts")).checkKnown(options.known);
  const total = stepsFor(only).length;
  const target = await openTarget(options, () =>
    options.onProgress?.({ done: 0, total, title: "waiting for the target" }),
  );
  const { name, baseUrl: url, rules, secrets, requireProven } = target;
  try {
    // Loaded on demand: most runs are without Prism.
    const loaded = throughPrism === true ? await import("./prism/second-validator.ts") : undefined;
    const prism = await loaded?.addSecondValidator(target.send);
    const watched = prism === undefined ? target : { ...target, send: prism.send };
    const { session, steps, broken, why } = await run(watched, options);
    const results = steps.map(resultOf);
    const second = prism?.conclude();
    const facts = factsOf(session);
    const report = assembleReport(
      {
        target: { url, readOnly: rules.readOnly, ...(name !== undefined && { name }) },
        mode: modeOf(session),
        durationMs: Math.round(performance.now() - began),
        startedAt,
        broken: [...broken, ...(second?.broken ?? [])],
        ...(only !== undefined && { only }),
        ...(why !== undefined && { why, unproven: "The target was not judged." }),
        rules: target,
      },
      results,
      {
        ...facts,
        remarks: [
          ...facts.remarks,
          ...(second?.remarks ?? []),
          ...lingerRemarks(target, session.config),
        ],
      },
    );
    return {
      report: redactReport(report, secrets),
      profile: learnProfile(report, session.exchanges),
      secrets,
      file: target.file,
      requireProven,
    };
  } catch (error) {
    throw maskError(error, secrets);
  } finally {
    await target.close();
  }
}

function modeOf({ config, isThorough: thorough }: Session): RunMode {
  const { disposable, pending, shipped, readOnly } = config;
  const provided = pending.length + shipped.length > 0 ? "provided" : "none";
  return { ids: disposable && !readOnly ? "disposable" : provided, thorough, readOnly };
}

/** `why` is set when the target could not be judged. */
async function run(
  target: Target,
  options: VerifyOptions,
): Promise<RunResult & { readonly session: Session; readonly why?: string }> {
  const config = runConfig(target, options.signal);
  const session = new Session(target.send, { ...config, keepTraffic: options.only !== undefined });
  try {
    if (target.failed !== undefined) return { session, steps: [], broken: [], why: target.failed };
    const { why, note } = await probeTarget(session, target);
    if (note !== undefined) options.onNote?.(note);
    if (why !== undefined) return { session, steps: [], broken: [], why };
    const result = await runSteps(session, options);
    // A run that ends before anything is judged by the orders has judged nothing.
    if (session.ended === undefined || result.steps.length > 1) return { session, ...result };
    return { session, ...result, broken: [], why: session.ended };
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    return { session, steps: [], broken: [{ check: "target", why: error.why }] };
  }
}
