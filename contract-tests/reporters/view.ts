/** What the reports show of a report: its clauses by verdict, what is left open and why, evidence without repetitions. */
import { CLAUSES } from "../../spec/clauses/index.ts";
import type { Evidence, Verdict } from "../check.ts";
import type { ClauseReport, Report } from "../report.ts";

export function withVerdict(report: Report, verdict: Verdict): readonly ClauseReport[] {
  return report.clauses.filter((clause) => clause.verdict === verdict);
}

/** Whether anything was judged at all: where not, lists of what was not seen say nothing. */
export function wasJudged(report: Report): boolean {
  return report.clauses.some(({ verdict }) => !isOpen(verdict));
}

/** Whether only some clauses were asked for (`--only`): what the others would have shown is not missing then. */
export function isPart(report: Report): boolean {
  return report.clauses.length < CLAUSES.length;
}

/** Neither shown to hold nor to be violated. */
function isOpen(verdict: Verdict): verdict is OpenVerdict {
  return verdict === "withheld" || verdict === "unproven";
}
type OpenVerdict = "withheld" | "unproven";

/** The clauses that were not proven, gathered by what would prove them. */
export function openGroups(
  report: Report,
): readonly { readonly verdict: OpenVerdict; readonly why: string; readonly clauses: readonly ClauseReport[] }[] {
  const groups = new Map<string, { verdict: OpenVerdict; why: string; clauses: ClauseReport[] }>();
  for (const verdict of ["withheld", "unproven"] as const)
    for (const clause of withVerdict(report, verdict)) {
      const { why = "" } = clause;
      const group = groups.get(`${verdict} ${why}`) ?? { verdict, why, clauses: [] };
      group.clauses.push(clause);
      groups.set(`${verdict} ${why}`, group);
    }
  return [...groups.values()];
}

/** What a violated clause has as expected and received, without what its sentence says already. */
export function expectations({
  why,
  expected,
  received,
}: ClauseReport): [name: "expected" | "received", value: string][] {
  const pairs: ["expected" | "received", string | undefined][] = [
    ["expected", expected],
    ["received", expected === undefined && received !== undefined && why?.includes(received) ? undefined : received],
  ];
  return pairs.filter((pair): pair is ["expected" | "received", string] => pair[1] !== undefined);
}

/** Evidence with its repetitions counted: a gate that looks again sees the same again. */
export function collapse(evidence: readonly Evidence[]): { readonly one: Evidence; readonly times: number }[] {
  const runs: { one: Evidence; times: number }[] = [];
  for (const one of evidence) {
    const last = runs.at(-1);
    if (last?.one.curl === one.curl && last.one.response === one.response) last.times++;
    else runs.push({ one, times: 1 });
  }
  return runs;
}
