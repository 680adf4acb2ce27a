/** The log of what was found in the forwarded exchanges: one entry for each kind of finding, with a count, and the report of all. */
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import type { Evidence, Finding } from "../assertions/finding.ts";
import { durationOf, type Exchange } from "../client/exchange.ts";
import { type ExplanationId, reasonOf } from "../prism/explanations.ts";
import { evidenceOf } from "../report/evidence.ts";
import { assembleReport, type Report } from "../report/report.ts";
import type { Remark } from "../report/run-facts.ts";
import { APP_FAULTS, type AppFaultId } from "./app-faults.ts";
import type { Judgement } from "./judgement-queue.ts";

export interface LogEntry {
  readonly kind: "violated" | "advice" | "app-fault" | "failed" | "unknown";
  /** Of a clause, an advice, a fault of the app, or a kind of failure. */
  readonly id: string;
  /** What was found the first time. */
  readonly why: string;
  /** `GET /store/orders → 200`. */
  readonly where: string;
  readonly times: number;
  readonly evidence: Evidence;
}

/** The headings of the kinds, in the report and on the page. */
export const LOG_TITLES: Readonly<Record<LogEntry["kind"], string>> = {
  violated: "Violations by the deployment",
  "app-fault": "Faults of the app",
  failed: "Requests without a complete response",
  advice: "Advice",
  unknown: "Reports of Prism that match no clause",
};

/** The sentence of an entry's id: the clause, or the fault of the app. */
export function statementOf({ kind, id }: LogEntry): string | undefined {
  return kind === "app-fault" ? APP_FAULTS[id as AppFaultId] : CLAUSES.find((clause) => clause.id === id)?.statement;
}

/** What a deployment does where the contract is silent is a few words, unless it repeats its own texts. */
const MAX_OBSERVATIONS = 1_000;

/** What the report says of the run as a whole. */
interface RunFacts extends Pick<Report, "target" | "durationMs" | "startedAt" | "broken"> {
  readonly requests: number;
  readonly prismVersion: string;
}

export function createFindingsLog() {
  const log = new Map<string, LogEntry>();
  const held = new Set<ClauseId>();
  const observed = new Map<string, Finding>();
  const explained = new Map<ExplanationId, number>();
  const timings: Record<string, number[]> = {};
  let validatedByPrism = 0;

  const count = (entry: Omit<LogEntry, "times">): LogEntry[] => {
    const key = `${entry.kind} ${entry.id} ${entry.where}`;
    const before = log.get(key);
    const counted: LogEntry = { ...(before ?? entry), times: (before?.times ?? 0) + 1 };
    log.set(key, counted);
    return /^10*$/.test(String(counted.times)) ? [counted] : [];
  };
  const observe = (finding: Extract<Finding, { kind: "observed" }>): void => {
    const key = `${finding.silence} ${finding.observed}`;
    if (observed.size < MAX_OBSERVATIONS || observed.has(key)) observed.set(key, finding);
  };
  const entriesOf = (kind: LogEntry["kind"]): LogEntry[] => [...log.values()].filter((entry) => entry.kind === kind);

  const allFindings = (): Finding[] => {
    const found: Finding[] = [
      ...[...held].map((clause): Finding => ({ kind: "held", clause })),
      ...entriesOf("violated").map(({ id, why: first, times, evidence }): Finding => {
        const why = times > 1 ? `${first} (${times} times)` : first;
        return { kind: "violated", clause: id as ClauseId, why, evidence: [evidence] };
      }),
      ...entriesOf("advice").map(
        ({ id, why, evidence }): Finding => ({ kind: "advice", id, why, evidence: [evidence] }),
      ),
      ...observed.values(),
    ];
    const judged = new Set(found.flatMap((finding) => ("clause" in finding ? [finding.clause] : [])));
    const unproven = CLAUSES.flatMap(({ id }): Finding[] =>
      judged.has(id) ? [] : [{ kind: "unproven", clause: id, why: "No exchange of the app shows it." }],
    );
    return [...found, ...unproven];
  };

  return {
    /** Returns the entries that are new, or whose count has become a power of ten. */
    add({ exchange, findings, prism, appFaults }: Judgement): readonly LogEntry[] {
      if (prism !== undefined) validatedByPrism++;
      const operation = match(exchange.call.method, exchange.call.path).operation?.id;
      if (operation !== undefined) {
        timings[operation] ??= [];
        timings[operation].push(durationOf(exchange));
      }
      const where = placeOf(exchange);
      const news: LogEntry[] = [];
      const add = (kind: LogEntry["kind"], id: string, why: string, evidence?: readonly Evidence[]): void =>
        void news.push(...count({ kind, id, why, where, evidence: evidence?.at(-1) ?? evidenceOf(exchange) }));
      const { failure } = exchange;
      if (failure !== undefined) add("failed", failure.kind, `No complete response: ${failure.message}.`);
      const violated = new Set<ClauseId>();
      for (const finding of findings) {
        if (finding.kind === "held") held.add(finding.clause);
        else if (finding.kind === "observed") observe(finding);
        else if (finding.kind === "advice") add("advice", finding.id, finding.why, finding.evidence);
        else if (finding.kind === "violated") {
          violated.add(finding.clause);
          add("violated", finding.clause, finding.why, finding.evidence);
        }
      }
      for (const finding of prism ?? []) {
        if (finding.kind === "explained")
          explained.set(finding.explanation, (explained.get(finding.explanation) ?? 0) + 1);
        else if (finding.kind === "unknown") add("unknown", "prism", finding.message);
        else if (finding.kind === "violated" && !violated.has(finding.clause)) {
          violated.add(finding.clause);
          add("violated", finding.clause, `Prism: ${finding.why}`);
        }
      }
      for (const { id, detail } of appFaults) add("app-fault", id, detail);
      return news;
    },
    /** The same for a request outside the base address. */
    addOutside(method: string, path: string): readonly LogEntry[] {
      const request = `${method} ${path}`;
      const evidence = { request, response: "(passed on and not recorded)", curl: "" };
      return count({ kind: "app-fault", id: "outside-base", why: request, where: `${method} (other paths)`, evidence });
    },
    entries: (): readonly LogEntry[] => [...log.values()],
    report({ requests, prismVersion, ...run }: RunFacts): Report {
      const { durationMs } = run;
      const remarks = [
        { title: LOG_TITLES["app-fault"], entries: entriesOf("app-fault").map(remarkOf) },
        {
          title: `Reports of Prism ${prismVersion} that are not counted, and why (${validatedByPrism} exchanges validated)`,
          entries: [...explained].map(([id, times]): Remark => ({ id, why: reasonOf(id), times })),
        },
        { title: LOG_TITLES.failed, entries: entriesOf("failed").map(remarkOf) },
        { title: LOG_TITLES.unknown, entries: entriesOf("unknown").map(remarkOf) },
      ];
      return {
        ...assembleReport(run, [{ check: "proxy", findings: allFindings(), durationMs }], { requests, timings }),
        remarks: remarks.filter(({ entries }) => entries.length > 0),
      };
    },
  };
}

function remarkOf(entry: LogEntry): Remark {
  const { kind, id, why, times, evidence } = entry;
  return { id, why: kind === "app-fault" ? `${statementOf(entry)} ${why}` : why, times, evidence: [evidence] };
}

/** The same for alike exchanges, so that the log is limited: a path of no operation can be any text. */
function placeOf({ call, response, failure }: Exchange): string {
  const { path = "(other paths)" } = match(call.method, call.path);
  return `${call.method} ${path} → ${failure === undefined ? response?.status : failure.kind}`;
}
