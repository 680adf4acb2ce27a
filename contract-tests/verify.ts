/** Judges a target against the contract, from its name to the report. */

import { CLAUSES, type ClauseId } from "../spec/clauses/index.ts";
import { didYouMean } from "../spec/errors/suggest.ts";
import { UserError } from "../spec/errors/user-error.ts";
import { Redactor, type Secret } from "./client/masking/redaction.ts";
import { runError } from "./errors/run.ts";
import { redactReport } from "./report/redact-report.ts";
import { assembleReport } from "./report/report.ts";
import { factsOf } from "./report/run-facts.ts";
import { type SavedScenario, savedScenario } from "./report/saved-scenario.ts";
import type { Report } from "./report/schema.ts";
import { interruption, type Progress, type RunResult, runSteps } from "./run/run-steps.ts";
import { RunEnded } from "./run/session/run-ended.ts";
import { Session } from "./run/session/session.ts";
import { listsAlone, neededFor, stepsFor } from "./run/steps/index.ts";
import type { Accepted } from "./targets/accept-violations.ts";
import { knownFileBeside } from "./targets/file/find-targets-file.ts";
import { maskError } from "./targets/find-target.ts";
import { type OpenOptions, openTarget, type TargetOptions } from "./targets/open-target.ts";
import { probeTarget } from "./targets/probe-target.ts";
import { checkOptionNames } from "./targets/settings/options.ts";
import { lingerRemarks, runConfig, type Target } from "./targets/target.ts";

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
export async function verify(options: VerifyOptions): Promise<Report> {
  checkOptionNames("verify", options, "env cwd signal onNote only throughPrism onProgress accept");
  return (await verifyTarget(options)).report;
}

const CLAUSE_IDS: readonly string[] = CLAUSES.map(({ id }) => id);

/** Throws a UserError for an unknown clause: it would select no step, and a run without steps finds no violation. */
export function checkClauses(only: readonly string[] = []): void {
  for (const clause of only)
    if (!CLAUSE_IDS.includes(clause))
      throw runError("unknown-clause", {
        name: clause,
        count: CLAUSE_IDS.length,
        closest: didYouMean(clause, CLAUSE_IDS),
      });
}

export interface VerifyResult {
  /** What was accepted, if the options ask for it, anything was judged, and it could be written. */
  readonly accepted?: Accepted | undefined;
  /** As the options or orders-kit.yaml say. */
  readonly requireProven?: boolean | undefined;
  readonly report: Report;
  /** The target as a scenario; undefined where no list is known as a whole. */
  readonly scenario: () => SavedScenario | undefined;
  /** The API key, and what else must not be in anything that is written. */
  readonly secrets: readonly Secret[];
}

export async function verifyTarget(
  options: VerifyOptions & Pick<OpenOptions, "onStart">,
): Promise<VerifyResult> {
  const { only, throughPrism } = options;
  const startedAt = new Date().toISOString();
  const began = performance.now();
  checkClauses(only);
  const total = stepsFor(only).length;
  // Loaded on demand: most runs are without Prism.
  const prism =
    throughPrism === true ? await (await import("./prism/prism.ts")).loadPrism() : undefined;
  const target = await openTarget({
    ...options,
    onWait: () => options.onProgress?.({ done: 0, total, title: "waiting for the target" }),
  });
  const { name, baseUrl: url, rules, secrets, settings } = target;
  try {
    const validator =
      prism && (await import("./prism/second-validator.ts")).addSecondValidator(target.send, prism);
    const watched = validator === undefined ? target : { ...target, send: validator.send };
    const { session, steps: results, broken, why } = await runAgainst(watched, options);
    const second = validator?.conclude();
    const facts = factsOf(session);
    const reportWith = (known: Target["known"]): Report =>
      redactReport(
        assembleReport(
          {
            target: { url, readOnly: rules.readOnly, ...(name !== undefined && { name }) },
            mode: modeOf(session),
            durationMs: Math.round(performance.now() - began),
            startedAt,
            broken: [...broken, ...(second?.broken ?? [])],
            ...(only !== undefined && { only }),
            ...(why !== undefined && { why }),
            rules: { ...settings, known },
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
        ),
        new Redactor(secrets),
      );
    const found = reportWith(target.known);
    const accepted = await accept(found, target, options);
    const report = accepted === undefined ? found : reportWith(accepted.known);
    return {
      report,
      ...(accepted !== undefined && { accepted }),
      scenario: () => savedScenario(session, report),
      secrets,
      requireProven: settings.requireProven,
    };
  } catch (error) {
    throw maskError(error, secrets);
  } finally {
    await target.close();
  }
}

/** Adds the violations of a run to the known ones, where the options ask for it. Where they cannot be written, a note says so, and the report stays as it is. */
async function accept(
  report: Report,
  { name, file, secrets }: Target,
  { accept: acceptance, cwd = ".", onNote }: VerifyOptions,
): Promise<Accepted | undefined> {
  if (acceptance === undefined || report.verdict === "not-judged") return undefined;
  if (name === undefined || file === undefined) return undefined;
  const { acceptViolations } = await import("./targets/accept-violations.ts");
  const place = { file: knownFileBeside(file), folder: cwd, target: name };
  return acceptViolations(report, place, acceptance, secrets).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
    onNote?.(error.display);
    return undefined;
  });
}

function modeOf({ orders, tier }: Session): NonNullable<Report["mode"]> {
  const { disposable, pending, shipped, readOnly } = orders.rules;
  const thorough = tier === "thorough";
  const provided = pending.length + shipped.length > 0 ? "provided" : "none";
  return { ids: disposable && !readOnly ? "disposable" : provided, thorough, readOnly };
}

/** `why` is set when the target could not be judged. */
export async function runAgainst(
  target: Target,
  options: VerifyOptions,
): Promise<RunResult & { readonly session: Session; readonly why?: string }> {
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
    // A run that ends before anything is judged by the orders has judged nothing.
    if (session.ended === undefined || result.steps.length > 1) return { session, ...result };
    return { session, ...result, broken: [], why: session.ended };
  } catch (error) {
    if (!(error instanceof RunEnded)) throw error;
    return { session, steps: [], broken: [{ check: "target", why: error.message }] };
  }
}
