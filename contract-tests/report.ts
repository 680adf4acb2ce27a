/** The report: the object that `verify --json` prints and that every reporter renders. Its names are fixed by the product. */
import { CLAUSES, type Clause, type ClauseId, SILENCES, type SilenceId } from "../spec/clauses/index.ts";
import type { OperationId } from "../spec/operations.ts";
import type { CheckResult, Evidence, Finding, Verdict } from "./check.ts";

export interface ClauseReport {
  readonly id: ClauseId;
  readonly area: Clause["area"];
  readonly section: string;
  readonly statement: string;
  readonly operation?: OperationId;
  readonly status?: number;
  readonly verdict: Verdict;
  /** What was expected and what came; or what would prove the clause. */
  readonly why?: string;
  readonly expected?: string;
  readonly received?: string;
  readonly evidence?: readonly Evidence[];
}

/** Something that is no verdict on the deployment, and that a reader of the report should know. */
export interface Remark {
  readonly id: string;
  readonly why: string;
  readonly times: number;
  readonly evidence?: readonly Evidence[];
}

export interface RemarkList {
  readonly title: string;
  readonly entries: readonly Remark[];
}

export interface Report {
  readonly target: { readonly url: string; readonly readOnly: boolean; readonly name?: string };
  readonly verdict: "conforms" | "violates" | "not-judged";
  /** Why nothing was judged. */
  readonly why?: string;
  readonly clauses: readonly ClauseReport[];
  readonly advice: readonly { readonly id: string; readonly why: string; readonly evidence?: readonly Evidence[] }[];
  readonly silences: readonly { readonly id: SilenceId; readonly question: string; readonly observed: string }[];
  readonly matrix: readonly { readonly operation: OperationId; readonly status: number; readonly verdict: Verdict }[];
  readonly timings: readonly {
    readonly operation: string;
    readonly calls: number;
    readonly medianMs: number;
    readonly maxMs: number;
  }[];
  readonly requests: number;
  readonly durationMs: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** Checks that did not run to their end through no fault of the deployment: the run is then no pass. */
  readonly broken: readonly { readonly check: string; readonly why: string }[];
  /** Further lists under a heading of their own, such as what an app did that the proxy watched. */
  readonly remarks?: readonly RemarkList[];
  /** All the traffic of the checks that ran, when `--only` asked for it. */
  readonly traffic?: readonly Evidence[];
}

/** The worst first: what one finding says is not taken back by another. */
const GRAVITY: readonly Verdict[] = ["violated", "withheld", "unproven", "held"];

/** The report of a run from what its checks found. A clause that no check spoke of is unproven. */
export function assembleReport(
  run: Pick<Report, "target" | "durationMs" | "startedAt" | "broken"> & {
    readonly only?: readonly ClauseId[];
    readonly why?: string;
  },
  results: readonly CheckResult[],
): Report {
  const findings = results.flatMap((result) => result.findings);
  const why = run.why ?? results.find((result) => result.notJudged !== undefined)?.notJudged;
  const clauses = CLAUSES.filter(({ id }) => run.only === undefined || run.only.includes(id)).map((clause) =>
    reportClause(clause, findings),
  );
  const violated = clauses.some(({ verdict }) => verdict === "violated");
  const traffic = results.flatMap((result) => result.traffic ?? []);
  return {
    target: run.target,
    verdict: violated ? "violates" : why !== undefined || run.broken.length > 0 ? "not-judged" : "conforms",
    ...(why !== undefined && { why }),
    clauses,
    advice: uniqueBy(
      findings.filter((finding) => finding.kind === "advice"),
      ({ id, why: reason }) => `${id} ${reason}`,
    ).map(({ id, why: reason, evidence }) => ({ id, why: reason, evidence })),
    silences: SILENCES.map(({ id, question }) => ({ id, question, observed: observed(id, findings) })),
    matrix: matrix(clauses),
    timings: timings(results),
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
    durationMs: run.durationMs,
    startedAt: run.startedAt,
    broken: run.broken,
    ...(traffic.length > 0 && { traffic }),
  };
}

function reportClause(clause: Clause & { id: ClauseId }, findings: readonly Finding[]): ClauseReport {
  const { needs: _needs, ...stated } = clause;
  const own = findings.filter(
    (finding): finding is Extract<Finding, { clause: ClauseId }> => "clause" in finding && finding.clause === clause.id,
  );
  const verdict = GRAVITY.find((kind) => own.some((finding) => finding.kind === kind));
  if (verdict === undefined) return { ...stated, verdict: "unproven", why: `no check that ran exercises it` };
  const first = own.find((finding) => finding.kind === verdict);
  if (first === undefined || first.kind === "held") return { ...stated, verdict };
  if (first.kind !== "violated") return { ...stated, verdict, why: first.why };
  const { why, expected, received } = first;
  const evidence = own.flatMap((finding) => (finding.kind === "violated" ? finding.evidence : [])).slice(0, 6);
  return {
    ...stated,
    verdict,
    why,
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
    evidence,
  };
}

function observed(id: SilenceId, findings: readonly Finding[]): string {
  const answers = findings.flatMap((finding) =>
    finding.kind === "observed" && finding.silence === id ? [finding.observed] : [],
  );
  return [...new Set(answers)].join("; ") || "not observed";
}

/** The worst verdict of the clauses that concern an operation's status. */
function matrix(clauses: readonly ClauseReport[]): Report["matrix"] {
  const cells = new Map<string, { operation: OperationId; status: number; verdict: Verdict }>();
  for (const { operation, status, verdict } of clauses) {
    if (operation === undefined || status === undefined) continue;
    const key = `${operation} ${status}`;
    const before = cells.get(key);
    if (before === undefined || GRAVITY.indexOf(verdict) < GRAVITY.indexOf(before.verdict))
      cells.set(key, { operation, status, verdict });
  }
  return [...cells.values()];
}

function timings(results: readonly CheckResult[]): Report["timings"] {
  const all = new Map<string, number[]>();
  for (const result of results)
    for (const [operation, times] of Object.entries(result.timings))
      all.set(operation, [...(all.get(operation) ?? []), ...times]);
  return [...all].map(([operation, times]) => {
    const sorted = times.toSorted((a, b) => a - b);
    return {
      operation,
      calls: sorted.length,
      medianMs: sorted[sorted.length >> 1] ?? 0,
      maxMs: sorted.at(-1) ?? 0,
    };
  });
}

function uniqueBy<T>(values: readonly T[], key: (value: T) => string): T[] {
  return [...new Map(values.toReversed().map((value) => [key(value), value])).values()].toReversed();
}

/** Exit codes of verify (product: the command line). */
export function exitCode(
  report: Report,
  options: { readonly strict: boolean; readonly requireProven: boolean },
): 0 | 1 | 3 | 4 {
  if (report.verdict === "violates") return 1;
  if (report.verdict === "not-judged") return 3;
  if (options.strict && report.advice.length > 0) return 1;
  if (options.requireProven && report.clauses.some(({ verdict }) => verdict !== "held")) return 4;
  return 0;
}
