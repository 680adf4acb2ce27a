/** Makes the report of a run from what its steps have found. */
import {
  CLAUSES,
  type ClauseId,
  type OperationId,
  SILENCES,
  type SilenceId,
} from "../../spec/clauses/index.ts";
import { isOptionalClause } from "../../spec/schema/fields.ts";
import { VERSION } from "../../spec/version.ts";
import type { Finding, StepResult, Verdict } from "../assertions/finding.ts";
import type { Coverage } from "../session/coverage.ts";
import type { Answers } from "./answers.ts";
import { BY_SEVERITY, clauseReports } from "./clause-report.ts";
import { proofEvidence } from "./evidence.ts";
import { excusesOf, type KnownReport, settleKnown } from "./known.ts";
import type { KnownEntry } from "./known-entry.ts";
import { NOT_OBSERVED } from "./labels.ts";
import { type OutcomeRules, outcomeOf } from "./outcome.ts";
import type { ClauseReport, Report } from "./schema.ts";
import { GENERATOR } from "./write-files.ts";

/** The facts of a run as a whole. */
export type RunFacts = Pick<Report, "requests" | "remarks" | "absentNeeded" | "traffic"> & {
  /** Default: none, so that no violation has a place. */
  readonly answers?: Answers;
  /** Default: none, so that no clause says how much of it was tried. */
  readonly coverage?: Coverage;
};

const NO_ANSWERS: Answers = { counts: [], epoch: 0 };

/** Decides which findings fail a run. */
export interface ReportRules extends OutcomeRules {
  /** The violations that are accepted for a while, as orders-kit.known.yaml lists them. */
  readonly known?: readonly KnownEntry[] | undefined;
}

type Described = Pick<Report, "target" | "mode" | "durationMs" | "startedAt" | "broken" | "why">;

/** A clause without a finding is unproven. That of an optional field is then left out: the deployment does not have the field. */
export function assembleReport(
  run: Described & {
    readonly only?: readonly ClauseId[];
    /** Why a clause has no finding. Default: what happened in its steps. */
    readonly unproven?: string;
    /** Why nothing was judged, where no clause is held or violated. Default: why the clauses are not proven. */
    readonly empty?: string | undefined;
    readonly rules?: ReportRules;
  },
  results: readonly StepResult[],
  facts: RunFacts,
): Report {
  const { target, mode, broken, startedAt, durationMs, only, rules = {} } = run;
  const { requests, traffic = [], remarks = [], absentNeeded = [], answers = NO_ANSWERS } = facts;
  const { coverage } = facts;
  const findings = results.flatMap((result) => result.findings);
  const isNeeded = (id: ClauseId) =>
    !isOptionalClause(id) ||
    findings.some((finding) => "clause" in finding && finding.clause === id);
  const asked = CLAUSES.filter(({ id }) => only?.includes(id) ?? isNeeded(id));
  const { known: entries = [] } = rules;
  const today = startedAt.slice(0, 10);
  const excuses = excusesOf(entries, today);
  const reports = clauseReports(asked, results, { ...run, answers, excuses, coverage });

  // What is known changes no verdict of a clause, but that of the run.
  const { clauses, ...known } = settleKnown(reports, entries, { answers, today });
  const advice = adviceOf(findings);
  const isJudged = clauses.some(({ verdict }) => verdict === "held" || verdict === "violated");
  const { empty = nothingProven(clauses) } = run;
  const why = run.why ?? (isJudged || broken.length > 0 ? undefined : empty);
  const isWhole = why === undefined && broken.length === 0;
  const verdict = verdictOf(clauses, known, isWhole);

  return {
    generator: `${GENERATOR} ${VERSION}`,
    version: 1,
    target,
    ...(mode !== undefined && { mode }),
    verdict,
    ...outcomeOf(verdict, { clauses, advice, known }, rules),
    ...known,
    ...(why !== undefined && { why }),
    clauses,
    advice,
    silences: SILENCES.map(({ id, question }) => ({
      id,
      question,
      observed: observed(id, findings),
    })),
    matrix: matrix(clauses),
    steps: results.map(({ step, durationMs: ms }) => ({ id: step, durationMs: ms })),
    requests,
    durationMs,
    startedAt,
    broken,
    ...(absentNeeded.length > 0 && { absentNeeded }),
    ...(remarks.length > 0 && { remarks }),
    ...(traffic.length > 0 && { traffic }),
  };
}

/** Reasons in one sentence, of many clauses. */
const MAX_REASONS = 3;

function nothingProven(clauses: readonly ClauseReport[]): string {
  const reasons = new Set(clauses.map(({ why }) => why));
  return ["No clause was held or violated.", ...[...reasons].slice(0, MAX_REASONS)].join(" ");
}

/** A new violation outweighs that a run is not whole. */
function verdictOf(
  clauses: readonly ClauseReport[],
  known: KnownReport,
  isWhole: boolean,
): Report["verdict"] {
  if (known.new.length > 0) return "violates";
  if (!isWhole) return "not-judged";
  return clauses.some(({ verdict }) => verdict === "violated") ? "known-violations" : "conforms";
}

/** Each once, also where several checks give it. */
function adviceOf(findings: readonly Finding[]): Report["advice"] {
  const all = findings.filter((finding) => finding.kind === "advice");
  const first = all.filter(
    ({ id, why }, at) => all.findIndex((one) => one.id === id && one.why === why) === at,
  );
  return first.map(({ id, why, proof }) => {
    const alike = all.filter((one) => one.id === id && one.why === why);
    return {
      id,
      why,
      times: Math.max(...alike.map(({ times }) => times)),
      evidence: proofEvidence(proof),
    };
  });
}

function observed(id: SilenceId, findings: readonly Finding[]): string {
  const answers = findings.flatMap((finding) =>
    finding.kind === "observed" && finding.silence === id ? [finding.observed] : [],
  );
  return [...new Set(answers)].join("; ") || NOT_OBSERVED;
}

/** Finds the worst verdict for each operation and documented status: of its clauses, and of those that are violated there. */
function matrix(clauses: readonly ClauseReport[]): Report["matrix"] {
  const cells = new Map<string, { operation: OperationId; status: number; verdict: Verdict }>();
  for (const { operation, status, verdict } of clauses) {
    if (operation === undefined || status === undefined) continue;
    const key = `${operation} ${status}`;
    const before = cells.get(key);
    if (before === undefined || BY_SEVERITY.indexOf(verdict) < BY_SEVERITY.indexOf(before.verdict))
      cells.set(key, { operation, status, verdict });
  }
  for (const { verdict, places = [] } of clauses)
    for (const { operation, status } of places) {
      const cell = cells.get(`${operation} ${status}`);
      if (cell !== undefined) cell.verdict = verdict;
    }
  return [...cells.values()];
}
