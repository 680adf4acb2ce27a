/** Judges what a `send` reaches, as verify judges an open target. */
import { parseProfile } from "../../spec/profile/reader.ts";
import { type Learned, profileText } from "../../spec/profile/writer.ts";
import type { Clock } from "../client/clock.ts";
import type { Send } from "../client/exchange.ts";
import { compare } from "../profile/compare.ts";
import { learn } from "../profile/learn.ts";
import { askProfile, askRequests } from "../profile/requests.ts";
import { type CheckResult, resultOf } from "../report/evidence.ts";
import { assembleReport, type Report } from "../report/report.ts";
import { factsOf } from "../report/run-facts.ts";
import { type Run, type RunConfig, startRun } from "../run/run.ts";
import { runAll } from "../run/run-all.ts";

export interface ClientResult {
  readonly report: Report;
  readonly results: readonly CheckResult[];
  learn(): Learned;
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
  return { results, report, learn: () => learn(run, results, report), run };
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

/** How a mock with the profile of what was judged answers the requests of compare in another way. */
export async function unlikeMock({ run, learn }: ClientResult): Promise<readonly string[]> {
  const asked = await askRequests(run);
  const learned = learn();
  const profile = parseProfile(profileText(learned));
  const mock = { name: "mock", profile, asked: await askProfile(profile) };
  const { entries } = compare(mock, { name: "deployment", ...learned, asked });
  return entries.flatMap(({ id, outcome, a, b }) =>
    outcome === "differs" ? [`${id}: ${a} / ${b}`] : [],
  );
}
