/** Judges a target against the contract: the library's `verify`, and what the command does. */
import { CLAUSES, type ClauseId } from "../spec/clauses/index.ts";
import { PROBLEMS } from "../spec/problems.ts";
import type { CheckResult } from "./check.ts";
import { type Found, findPlaywright, type Progress, runPlaywright } from "./playwright-run.ts";
import { reportOpinion } from "./prism/report-opinion.ts";
import { throughPrism } from "./prism/through.ts";
import { assembleReport, type Report } from "./report.ts";
import { openSession } from "./session.ts";
import { openTarget, type Target } from "./targets.ts";

export interface VerifyOptions {
  /** `mock` (the default), `msw`, an address, or a name of orders-kit.yaml. */
  readonly target?: string | undefined;
  /** Orders that may be spent: pending ones, and shipped ones that are tried. Without any, an address is judged read-only. */
  readonly pending?: readonly bigint[] | undefined;
  readonly shipped?: readonly bigint[] | undefined;
  readonly readOnly?: boolean | undefined;
  /** Only these clauses, with all their traffic. */
  readonly only?: readonly ClauseId[] | undefined;
  /** The environment variable that holds the key; ORDERS_API_KEY by default. */
  readonly apiKeyEnv?: string | undefined;
  readonly allowProductionWrites?: boolean | undefined;
  /** Requests in all, 2000 by default, and in a second, unlimited by default. */
  readonly maxRequests?: number | undefined;
  readonly rate?: number | undefined;
  /** Has every call judged by Prism as well, and reports where its verdict differs. */
  readonly throughPrism?: boolean | undefined;
  /** Milliseconds until the first byte of an answer; 10,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** The process's own by default. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  readonly cwd?: string | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** What the user should know before the run. */
  readonly onNote?: ((note: string) => void) | undefined;
  /** Ends the run early; orders are cleaned up and what was found is reported. */
  readonly signal?: AbortSignal | undefined;
}

/** Throws a UserError when the options or the configuration are wrong; a target that cannot be judged is a report. */
export async function verify(options: VerifyOptions = {}): Promise<Report> {
  return (await verifyTarget(options)).report;
}

/** A typo would narrow the run to nothing, of which nothing is violated. */
const KNOWN: readonly string[] = CLAUSES.map(({ id }) => id);

export interface Verified {
  readonly report: Report;
  /** What the checks found, of which the report is made. */
  readonly results: readonly CheckResult[];
  /** It must not be found in anything that is made of them. */
  readonly key: string;
}

export async function verifyTarget(options: VerifyOptions): Promise<Verified> {
  const { env = process.env, cwd = process.cwd(), pending = [], shipped = [] } = options;
  const startedAt = new Date().toISOString();
  const began = performance.now();
  for (const name of options.only ?? []) if (!KNOWN.includes(name)) throw PROBLEMS.unknownClause(name, KNOWN);
  // Before orders are placed for a run that cannot begin.
  findPlaywright();
  const target = await openTarget({
    target: options.target ?? "mock",
    pending,
    shipped,
    readOnly: options.readOnly ?? false,
    apiKeyEnv: options.apiKeyEnv,
    allowProductionWrites: options.allowProductionWrites ?? false,
    timeoutMs: options.timeoutMs,
    env,
    cwd,
    onNote: options.onNote,
  });
  try {
    const prism = options.throughPrism === true ? await throughPrism(target.send) : undefined;
    const watched = prism === undefined ? target : { ...target, send: prism.send };
    const { results, broken, why } = await judge(watched, { ...options, env }).finally(() => prism?.close());
    const second = prism === undefined ? { broken: [], remarks: [] } : reportOpinion(await prism.close());
    const report = assembleReport(
      {
        target: {
          url: target.baseUrl,
          readOnly: target.rules.readOnly,
          ...(target.name !== undefined && { name: target.name }),
        },
        durationMs: Math.round(performance.now() - began),
        startedAt,
        broken: [...broken, ...second.broken],
        ...(options.only !== undefined && { only: options.only }),
        ...(why !== undefined && { why }),
      },
      results,
    );
    const { remarks } = second;
    return { report: remarks.length === 0 ? report : { ...report, remarks }, results, key: target.key };
  } finally {
    await target.close();
  }
}

async function judge(
  target: Target,
  options: VerifyOptions & { readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Found & { readonly why?: string }> {
  const {
    only,
    maxRequests,
    rate,
    env,
    onNote,
    onProgress = () => {},
    signal = new AbortController().signal,
  } = options;
  const session = await openSession(target, {
    budget: { maxRequests, rate },
    keepTraffic: only !== undefined,
    alone: true,
    onNote,
  });
  try {
    if (session.notJudged !== undefined) return { results: [], broken: [], why: session.notJudged };
    const run = {
      relayUrl: session.relayUrl,
      setting: session.setting,
      onViolation: "tell" as const,
      ...(target.name !== undefined && { name: target.name }),
      ...(only !== undefined && { only }),
    };
    return await runPlaywright(run, { env, key: target.key, onProgress, signal });
  } finally {
    await session.close();
  }
}
