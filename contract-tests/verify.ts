/** Judges a target against the contract, from its name or address to the report. */

import type { ClauseId } from "../spec/clauses/index.ts";
import { UserError } from "../spec/errors/user-error.ts";
import { Redactor, type Secret } from "./client/masking/redaction.ts";
import type { AcceptResult } from "./report/accept-violations.ts";
import { redactReport } from "./report/redact-report.ts";
import { assembleReport } from "./report/report.ts";
import { factsOf, lingerSections } from "./report/run-facts.ts";
import { type SavedScenario, savedScenario } from "./report/saved-scenario.ts";
import type { Report } from "./report/schema.ts";
import type { Progress } from "./run/run-steps.ts";
import { checkClauses, runAgainst } from "./run/run-target.ts";
import type { Session } from "./run/session/session.ts";
import { stepsFor } from "./run/steps/index.ts";
import { knownFileBeside } from "./targets/file/find-targets-file.ts";
import { maskError } from "./targets/find-target.ts";
import { type OpenOptions, openTarget, type TargetOptions } from "./targets/open-target.ts";
import { checkOptionNames } from "./targets/settings/options.ts";
import type { Target } from "./targets/target.ts";

export interface VerifyOptions extends TargetOptions {
  /** Judges these clauses only, and keeps all exchanges as evidence. */
  readonly only?: readonly ClauseId[] | undefined;
  /** Prism judges every call, too; the report shows where its verdict differs. */
  readonly throughPrism?: boolean | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Throws a UserError if the options or the configuration are wrong. If the target cannot be judged,
 * the report's verdict is `not-judged`.
 */
export async function verify(options: VerifyOptions): Promise<Report> {
  checkOptionNames("verify", options, "env cwd signal onNote only throughPrism onProgress accept");
  return (await verifyTarget(options)).report;
}

export interface VerifyResult {
  /**
   * The accepted violations; undefined if not requested, if nothing was judged, or if writing
   * failed.
   */
  readonly accepted?: AcceptResult | undefined;
  /** From the options or orders-kit.yaml. */
  readonly requireProven?: boolean | undefined;
  readonly report: Report;
  /** Returns the target as a scenario; undefined if no list is known as a whole. */
  readonly scenario: () => SavedScenario | undefined;
  /** The API key and other texts that nothing written may contain. */
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
  // Loaded on demand: most runs do not use Prism.
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
            sections: [
              ...facts.sections,
              ...(second?.sections ?? []),
              ...lingerSections(target, session.config),
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

/**
 * Adds the violations of a run to the known ones, if the options ask for it. If writing fails,
 * tells `onNote` and leaves the report unchanged.
 */
async function accept(
  report: Report,
  { name, file, secrets }: Target,
  { accept: acceptance, cwd = ".", onNote }: VerifyOptions,
): Promise<AcceptResult | undefined> {
  if (acceptance === undefined || report.verdict === "not-judged") return undefined;
  if (name === undefined || file === undefined) return undefined;
  const { acceptViolations } = await import("./report/accept-violations.ts");
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
