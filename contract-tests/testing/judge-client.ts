/** Judges what `send` reaches, as verify judges an open target. */

import type { Clock } from "../client/clock.ts";
import type { Send } from "../client/exchange.ts";
import { Redactor } from "../client/masking/redaction.ts";
import { type ObservedAnswers, observedAnswers } from "../report/observed-answers.ts";
import { redactReport } from "../report/redact-report.ts";
import { assembleReport } from "../report/report.ts";
import { factsOf } from "../report/run-facts.ts";
import type { Report } from "../report/schema.ts";
import type { StepResult } from "../run/assertions/finding.ts";
import { runSteps } from "../run/run-steps.ts";
import type { SessionConfig } from "../run/session/config.ts";
import { Session } from "../run/session/session.ts";

export interface ClientResult {
  readonly report: Report;
  readonly results: readonly StepResult[];
  readonly observed: ObservedAnswers;
  readonly session: Session;
}

type Config = Pick<SessionConfig, "baseUrl" | "pending" | "shipped"> & Partial<SessionConfig>;

export async function judgeClient(
  send: Send,
  config: Config,
  clock?: Clock,
): Promise<ClientResult> {
  const startedAt = new Date().toISOString();
  const given = { readOnly: false, absent: [], seed: 1, ...config };
  const session = new Session(send, given, clock);
  const { steps: results, broken } = await runSteps(session);
  const { baseUrl: url, readOnly } = session.config;
  const described = { target: { url, readOnly }, durationMs: 0, startedAt, broken };
  const [{ redactor = new Redactor() } = {}] = session.exchanges;
  const report = redactReport(assembleReport(described, results, factsOf(session)), redactor);
  return {
    results,
    report,
    session,
    // Few tests need this, and it reads all exchanges.
    get observed() {
      return observedAnswers(report, session);
    },
  };
}

/** Returns violations, advice and broken checks as lines. */
export function violationsAndAdvice({ report }: ClientResult): readonly string[] {
  return [
    ...report.broken.map(({ check, why }) => `${check} broke: ${why}`),
    ...report.clauses.flatMap(({ id, verdict, why }) =>
      verdict === "violated" ? [`${id}: ${why}`] : [],
    ),
    ...report.advice.map(({ id, why }) => `${id}: ${why}`),
  ];
}

/** Adds the unproven clauses. */
export function notHeld(judged: ClientResult): readonly string[] {
  const notProven = judged.report.clauses.flatMap(({ id, verdict, why }) =>
    verdict === "unproven" ? [`${id}: ${verdict}, ${why}`] : [],
  );
  return [...violationsAndAdvice(judged), ...notProven];
}
