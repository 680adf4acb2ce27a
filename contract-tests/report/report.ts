/** Assembles the report of a run from the findings of its steps. */
import { CLAUSES, type ClauseId, OPEN_QUESTIONS } from "../../spec/clauses/index.ts";
import { isOptionalClause } from "../../spec/schema/fields.ts";
import { VERSION } from "../../spec/version.ts";
import type { Finding, StepResult } from "../run/assertions/finding.ts";
import { placeText } from "../run/assertions/place.ts";
import type { Coverage } from "../run/session/coverage.ts";
import type { KnownEntry } from "../targets/file/known-entry.ts";
import type { AnswerCounts } from "./answer-counts.ts";
import { clauseReports } from "./clause-report.ts";
import { proofEvidence } from "./evidence.ts";
import { excusesOf, settleKnown } from "./known.ts";
import { UNANSWERED } from "./labels.ts";
import { exitOf, type OutcomeRules } from "./outcome.ts";
import type { ClauseReport, Report } from "./schema.ts";
import { isJudged } from "./writers/result-text.ts";
import { GENERATOR } from "./writers/write-files.ts";

/** Facts about a run as a whole. */
export type RunFacts = Pick<Report, "requests" | "sections" | "absentNeeded" | "traffic"> & {
  readonly answers: AnswerCounts;
  /** Default: none; the clauses then do not say how much was tried. */
  readonly coverage?: Coverage;
};

/** Which findings fail a run. */
export interface ReportRules extends OutcomeRules {
  /** Violations that are accepted for a while, from orders-kit.known.yaml. */
  readonly known?: readonly KnownEntry[] | undefined;
}

/**
 * A clause without a finding is unproven. A clause about an optional field is then left out: the
 * deployment does not have the field.
 */
export function assembleReport(
  run: Pick<Report, "target" | "mode" | "durationMs" | "startedAt" | "broken" | "why"> & {
    readonly only?: readonly ClauseId[];
    /** Why a clause has no finding. Default: derived from the clause's steps. */
    readonly unproven?: string;
    /**
     * Why nothing was judged, if no clause is held or violated. Default: why the clauses are
     * unproven.
     */
    readonly empty?: string | undefined;
    readonly rules?: ReportRules;
  },
  results: readonly StepResult[],
  facts: RunFacts,
): Report {
  const { target, mode, broken, startedAt, durationMs, only, rules = {} } = run;
  const { requests, traffic = [], sections = [], absentNeeded = [], answers } = facts;
  const findings = results.flatMap((result) => result.findings);
  const found = new Set(findings.map((finding) => "clause" in finding && finding.clause));
  const isNeeded = (id: ClauseId) => !isOptionalClause(id) || found.has(id);
  const asked = CLAUSES.filter(({ id }) => only?.includes(id) ?? isNeeded(id));
  const { known: entries = [] } = rules;
  const today = startedAt.slice(0, 10);
  const excuses = excusesOf(entries, today);
  const reports = clauseReports(asked, results, { ...run, ...facts, excuses });

  // Known violations change the verdict of the run, but not of a clause.
  const { clauses, ...known } = settleKnown(reports, entries, { answers, today });
  const advice = adviceOf(findings);
  const { empty = nothingProven(clauses) } = run;
  const why = run.why ?? (isJudged({ clauses }) || broken.length > 0 ? undefined : empty);
  const isWhole = why === undefined && broken.length === 0;
  const isViolated = clauses.some((clause) => clause.verdict === "violated");
  const accepted = isViolated ? "known-violations" : "conforms";
  // A new violation outweighs an incomplete run.
  const verdict = known.new.length > 0 ? "violates" : isWhole ? accepted : "not-judged";

  return {
    generator: `${GENERATOR} ${VERSION}`,
    version: 1,
    target,
    ...(mode !== undefined && { mode }),
    verdict,
    ...exitOf({ verdict, clauses, advice, known: known.known }, rules),
    ...known,
    ...(why !== undefined && { why }),
    clauses,
    advice,
    silences: observedAnswersOf(findings),
    matrix: matrix(clauses),
    steps: results.map(({ step, durationMs: ms }) => ({ id: step, durationMs: ms })),
    requests,
    durationMs,
    startedAt,
    broken,
    ...(absentNeeded.length > 0 && { absentNeeded }),
    ...(sections.length > 0 && { sections }),
    ...(traffic.length > 0 && { traffic }),
  };
}

/** How many reasons one sentence lists. */
const MAX_REASONS = 3;

function nothingProven(clauses: readonly ClauseReport[]): string {
  const reasons = new Set(clauses.map(({ why }) => why));
  return ["No clause was held or violated.", ...[...reasons].slice(0, MAX_REASONS)].join(" ");
}

/** Returns each piece of advice once, even if several checks give it. */
function adviceOf(findings: readonly Finding[]): Report["advice"] {
  const all = findings.filter((finding) => finding.kind === "advice");
  const keyOf = ({ id, why }: (typeof all)[number]) => JSON.stringify([id, why]);
  return [...new Set(all.map(keyOf))].map((key) => {
    const alike = all.filter((one) => keyOf(one) === key);
    const { id, why, proof } = alike[0]!;
    const times = Math.max(...alike.map((one) => one.times));
    return { id, why, times, evidence: proofEvidence(proof) };
  });
}

function observedAnswersOf(findings: readonly Finding[]): Report["silences"] {
  const seen = findings.filter((finding) => finding.kind === "observed");
  return OPEN_QUESTIONS.map(({ id, question }) => {
    const answers = seen.filter(({ question }) => question === id).map(({ observed }) => observed);
    return { id, question, observed: [...new Set(answers)].join("; ") || UNANSWERED };
  });
}

/** Sorted with the worst verdict first: it wins a cell of the matrix. */
const BY_SEVERITY = ["violated", "unproven", "held"] as const;

/**
 * Returns the worst verdict for each operation and documented status, over its own clauses and
 * those that are violated there.
 */
function matrix(clauses: readonly ClauseReport[]): Report["matrix"] {
  const cells = clauses.flatMap(({ operation, status }) =>
    operation === undefined || status === undefined ? [] : [{ operation, status }],
  );
  return [...new Map(cells.map((cell) => [placeText(cell), cell]))].map(([key, cell]) => {
    const verdicts = clauses
      .filter(({ places = [], ...clause }) => [clause, ...places].map(placeText).includes(key))
      .map(({ verdict }) => verdict);
    return { ...cell, verdict: BY_SEVERITY.find((one) => verdicts.includes(one))! };
  });
}
