/** Judges what a `send` reaches, as verify judges an open target. */
import type { Send } from "../client/exchange.ts";
import { type Learned, learn } from "../profile/learn.ts";
import { assembleReport, type Report } from "../report/report.ts";
import { type RunConfig, startRun } from "../run/run.ts";
import { type RunResult, runAll } from "../run/run-all.ts";
import { newRunState } from "../run/run-state.ts";
import type { Clock } from "../safety/guard.ts";

export interface ClientResult extends RunResult {
  readonly report: Report;
}

type Config = Pick<RunConfig, "baseUrl" | "pending" | "shipped"> & Partial<RunConfig>;

export async function judgeClient(send: Send, config: Config, clock?: Clock): Promise<ClientResult> {
  const startedAt = new Date();
  const run = startRun(send, { readOnly: false, absent: [], seed: 1, ...config }, newRunState(), clock);
  const result = await runAll(run);
  const { baseUrl: url, readOnly } = run.config;
  const durationMs = Date.now() - startedAt.getTime();
  const described = {
    target: { url, readOnly },
    durationMs,
    startedAt: startedAt.toISOString(),
    broken: result.broken,
  };
  return { ...result, report: assembleReport(described, result.results) };
}

/** Violations, advice and broken checks as lines. */
export function violationsAndAdvice({ report }: ClientResult): readonly string[] {
  return [
    ...report.broken.map(({ check, why }) => `${check} broke: ${why}`),
    ...report.clauses.flatMap(({ id, verdict, why }) => (verdict === "violated" ? [`${id}: ${why}`] : [])),
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

export function learnedFrom({ report, results }: Pick<ClientResult, "report" | "results">): Learned {
  return learn(results, { from: report.target.url, at: Date.now() });
}
