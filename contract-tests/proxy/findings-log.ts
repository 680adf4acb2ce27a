/** The log of what was found in the forwarded exchanges: one entry for each kind of finding, with a count, and the report of all. */
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import { match } from "../../spec/interface/match.ts";
import type { Evidence, Finding } from "../assertions/finding.ts";
import { durationOf, type Exchange } from "../client/exchange.ts";
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

/** The kinds that are remarks in the report. */
const REMARK_TITLES = {
  "app-fault": "Faults of the app",
  failed: "Requests without a complete response",
  unknown: "Reports of Prism that match no clause",
} as const;

/** The sentence of an entry's id: the clause, or the fault of the app. */
export function statementOf({ kind, id }: LogEntry): string | undefined {
  return kind === "app-fault"
    ? APP_FAULTS[id as AppFaultId]
    : CLAUSES.find((clause) => clause.id === id)?.statement;
}

/** What a deployment does where the contract is silent is a few words, unless it repeats its own texts. */
const MAX_FACTS = 1_000;

export function createFindingsLog() {
  const log = new Map<string, LogEntry>();
  /** What the deployment held and showed. */
  const facts = new Map<string, Finding>();
  const timings: Record<string, number[]> = {};

  const count = (entry: Omit<LogEntry, "times">): LogEntry[] => {
    const key = `${entry.kind} ${entry.id} ${entry.where}`;
    const before = log.get(key);
    const counted: LogEntry = { ...(before ?? entry), times: (before?.times ?? 0) + 1 };
    log.set(key, counted);
    return /^10*$/.test(String(counted.times)) ? [counted] : [];
  };

  return {
    /** Returns the entries that are new, or whose count has become a power of ten. */
    add(judgement: Judgement): readonly LogEntry[] {
      const { exchange, findings } = judgement;
      const operation = match(exchange.call.method, exchange.call.path).operation?.id;
      if (operation !== undefined) {
        timings[operation] ??= [];
        timings[operation].push(durationOf(exchange));
      }
      for (const finding of findings) {
        const key = JSON.stringify({ ...finding, at: undefined });
        const isFact = finding.kind === "held" || finding.kind === "observed";
        if (isFact && (facts.size < MAX_FACTS || facts.has(key))) facts.set(key, finding);
      }
      return entriesOf(judgement).flatMap(count);
    },
    /** The same for a request outside the base address. */
    addOutside(method: string, path: string): readonly LogEntry[] {
      const request = `${method} ${path}`;
      const evidence = { request, response: "(passed on and not recorded)", curl: "" };
      return count({
        kind: "app-fault",
        id: "outside-base",
        why: request,
        where: `${method} (other paths)`,
        evidence,
      });
    },
    report({
      requests,
      ...run
    }: Pick<Report, "target" | "durationMs" | "startedAt" | "broken" | "requests">): Report {
      const entries = [...log.values()];
      const findings = [...facts.values(), ...entries.flatMap(findingOf)];
      const unproven = "No exchange of the app shows it.";
      const remarks = Object.entries(REMARK_TITLES).map(([kind, title]) => ({
        title,
        inBrief: "all" as const,
        entries: entries.filter((entry) => entry.kind === kind).map(remarkOf),
      }));
      const result = { step: "proxy", findings, durationMs: run.durationMs };
      return {
        ...assembleReport({ ...run, unproven }, [result], { requests, timings }),
        remarks: remarks.filter((list) => list.entries.length > 0),
      };
    },
  };
}

/** What an exchange adds to the log. */
function entriesOf({
  exchange,
  findings,
  prism = [],
  appFaults,
}: Judgement): Omit<LogEntry, "times">[] {
  const { failure } = exchange;
  const where = placeOf(exchange);
  const entries: Omit<LogEntry, "times">[] = [];
  const add = (kind: LogEntry["kind"], id: string, why: string, evidence?: Evidence): void =>
    void entries.push({ kind, id, why, where, evidence: evidence ?? evidenceOf(exchange) });
  if (failure !== undefined)
    add("failed", failure.kind, `No complete response: ${failure.message}.`);
  for (const finding of findings)
    if (finding.kind === "violated")
      add("violated", finding.clause, finding.why, finding.evidence.at(-1));
    else if (finding.kind === "advice")
      add("advice", finding.id, finding.why, finding.evidence.at(-1));
  for (const finding of prism)
    if (finding.kind === "unknown") add("unknown", "prism", finding.message);
    // Prism reports each element of a list.
    else if (
      finding.kind === "violated" &&
      !entries.some(({ kind, id }) => kind === "violated" && id === finding.clause)
    )
      add("violated", finding.clause, `Prism: ${finding.why}`);
  for (const { id, detail } of appFaults) add("app-fault", id, detail);
  return entries;
}

function findingOf({ kind, id, why, times, evidence }: LogEntry): Finding[] {
  if (kind === "advice") return [{ kind, id, why, times, evidence: [evidence] }];
  if (kind !== "violated") return [];
  return [
    {
      kind,
      clause: id as ClauseId,
      why: times > 1 ? `${why} (${times} times)` : why,
      evidence: [evidence],
    },
  ];
}

function remarkOf(entry: LogEntry): Remark {
  const { kind, id, why, times, evidence } = entry;
  return {
    id,
    why: kind === "app-fault" ? `${statementOf(entry)} ${why}` : why,
    times,
    evidence: [evidence],
  };
}

/** The same for alike exchanges, so that the log is limited: a path of no operation can be any text. */
function placeOf({ call, response, failure }: Exchange): string {
  const { path = "(other paths)" } = match(call.method, call.path);
  return `${call.method} ${path} → ${failure === undefined ? response?.status : failure.kind}`;
}
