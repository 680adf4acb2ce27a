/** Judges what a `send` reaches, as verify judges an open target. */
import type { Profile } from "../../spec/profile/shape.ts";
import type { Clock } from "../client/clock.ts";
import type { Send } from "../client/exchange.ts";
import { learnProfile } from "../learn.ts";
import { type CheckResult, resultOf } from "../report/evidence.ts";
import { assembleReport, type Report } from "../report/report.ts";
import { factsOf } from "../report/run-facts.ts";
import { type Run, type RunConfig, startRun } from "../run/run.ts";
import { runAll } from "../run/run-all.ts";

export interface ClientResult {
  readonly report: Report;
  readonly results: readonly CheckResult[];
  readonly profile: Profile;
  readonly run: Run;
}

type Config = Pick<RunConfig, "baseUrl" | "pending" | "shipped"> & Partial<RunConfig>;

export async function judgeClient(
  send: Send,
  config: Config,
  clock?: Clock,
): Promise<ClientResult> {
  const startedAt = new Date().toISOString();
  const run = startRun(send, { readOnly: false, absent: [], seed: 1, ...config }, clock);
  const { checks, broken } = await runAll(run);
  const results = checks.map(resultOf);
  const { baseUrl: url, readOnly } = run.config;
  const described = { target: { url, readOnly }, durationMs: 0, startedAt, broken };
  const report = assembleReport(described, results, factsOf(run));
  const exchanges = run.ledger.answered.map(({ exchange }) => exchange);
  return { results, report, profile: learnProfile(report, exchanges), run };
}

/** Violations, advice and broken checks as lines. */
export function violationsAndAdvice({ report }: ClientResult): readonly string[] {
  return [
    ...report.broken.map(({ check, why }) => `${check} broke: ${why}`),
    ...report.clauses.flatMap(({ id, verdict, why }) =>
      verdict === "violated" ? [`${id}: ${why}`] : [],
    ),
    ...report.advice.map(({ id, why }) => `${id}: ${why}`),
  ];
}

/** The same, and the clauses that are not proven. */
export function notHeld(judged: ClientResult): readonly string[] {
  const notProven = judged.report.clauses.flatMap(({ id, verdict, why }) =>
    verdict === "unproven" || verdict === "withheld" ? [`${id}: ${verdict}, ${why}`] : [],
  );
  return [...violationsAndAdvice(judged), ...notProven];
}
