/** The words and signs that all reports share, so that a run reads the same wherever it is read. */
import { type Area, SILENCES } from "../../spec/clauses/index.ts";
import { OPERATIONS, type OperationId } from "../../spec/operations.ts";
import type { Evidence, Verdict } from "../check.ts";
import type { ClauseReport, Report } from "../report.ts";
import { KEY_MARK } from "../secrets.ts";

export const AREA_TITLES: Readonly<Record<Area, string>> = {
  auth: "Authentication",
  list: "Listing",
  order: "The fields of an Order",
  cancel: "Cancelling",
  errors: "Errors and bodies",
  versioning: "Versioning",
  pets: "The deprecated pets operation",
};

export const SIGNS: Readonly<Record<Verdict, string>> = { held: "✓", violated: "✗", unproven: "?", withheld: "–" };

/** What is said of the target, after its name. A green that nothing or not all stands behind says so. */
export function headline(report: Report): string {
  if (report.verdict === "violates") return "violates the contract";
  if (report.verdict === "not-judged") return "was not judged";
  const open = report.clauses.filter(({ verdict }) => verdict !== "held").length;
  if (open === 0) return "conforms to the contract";
  return open === report.clauses.length
    ? "was not proven to hold any clause"
    : `violates no clause, ${open} not proven`;
}

/** How a run as a whole is to be taken: a pass that proves nothing is none. */
export function mood(report: Report): "good" | "bad" | "unsure" {
  if (report.verdict === "violates") return "bad";
  return report.verdict === "conforms" && withVerdict(report, "held").length > 0 ? "good" : "unsure";
}

export function operationLine(id: OperationId): string {
  const { method, path } = OPERATIONS[id];
  return `${method} ${path}`;
}

/** What a clause concerns: `DELETE /store/orders/{orderId} → 409`, or less when it concerns more. */
export function scope({ operation, status }: ClauseReport): string {
  const said = [
    ...(operation === undefined ? [] : [operationLine(operation)]),
    ...(status === undefined ? [] : [status]),
  ];
  return said.join(" → ");
}

export function withVerdict(report: Report, verdict: Verdict): readonly ClauseReport[] {
  return report.clauses.filter((clause) => clause.verdict === verdict);
}

/** Whether anything was judged at all: where not, lists of what was not seen say nothing. */
export function wasJudged(report: Report): boolean {
  return report.clauses.some(({ verdict }) => !isOpen(verdict));
}

/** Neither shown to hold nor to be violated. */
export function isOpen(verdict: Verdict): verdict is OpenVerdict {
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

/** `1 violated`, `28 held`, … by weight, without what there is none of. */
export function tally(report: Report): string[] {
  const number = (verdict: Verdict) => withVerdict(report, verdict).length;
  return [
    [number("violated"), "violated"],
    [number("held"), "held"],
    [number("withheld"), "withheld"],
    [number("unproven"), "unproven"],
    [report.advice.length, "advice"],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]));
}

export function plural(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** `34 ms`, `1.9 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** What an observed answer means, where the ledger of silences knows it. */
export function answerMeaning(silence: string, observed: string): string | undefined {
  const answers: Readonly<Record<string, string>> = SILENCES.find(({ id }) => id === silence)?.answers ?? {};
  return Object.hasOwn(answers, observed) ? answers[observed] : undefined;
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

/** An exchange in a line, with its credential unless that was the plain key: `DELETE https://…/17 → HTTP/1.1 204`. */
export function exchangeLine({ request, response }: Evidence): string {
  const [line = "", credential] = request.split("\n");
  const plain = credential === undefined || credential === `Authorization: Bearer ${KEY_MARK}`;
  return `${line}${plain ? "" : ` ${credential.replace(/^\(|\)$/g, "")}`} → ${response.split("\n", 1)[0] ?? ""}`;
}
