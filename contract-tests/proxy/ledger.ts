/** What was found in all that passed: each thing once, with how often, and the report of it. */
import { CLAUSES, type ClauseId } from "../../spec/clauses/index.ts";
import type { Evidence, Finding } from "../check.ts";
import { evidenceOf } from "../evidence.ts";
import type { Exchange } from "../exchange.ts";
import { operationOf } from "../judge.ts";
import { ARTEFACTS, type ArtefactId } from "../prism/artefacts.ts";
import { assembleReport, type Remark, type Report } from "../report.ts";
import { CALLER_FAULTS, type CallerFault } from "./caller.ts";
import type { Judgement } from "./jury.ts";

/** One line of the ledger. */
export interface Entry {
  readonly kind: "violated" | "advice" | "caller" | "failed" | "unknown";
  /** A clause, the id of an advice, a fault of the caller, or a kind of failure. */
  readonly id: string;
  /** What was found the first time. */
  readonly why: string;
  /** `GET /store/orders → 200`. */
  readonly where: string;
  readonly times: number;
  readonly evidence: Evidence;
}

export interface Ledger {
  /** The entries that are new, or whose number has become a power of ten. */
  enter(judgement: Judgement): readonly Entry[];
  /** A request that went past the base address. */
  outside(method: string, path: string): readonly Entry[];
  readonly entries: () => readonly Entry[];
  readonly report: (run: Run) => Report;
}

/** What the report says of the run as a whole. */
interface Run extends Pick<Report, "target" | "durationMs" | "startedAt" | "broken"> {
  readonly requests: number;
  readonly prismVersion: string;
}

const NOT_SEEN = "Nothing that passed shows it.";

export function openLedger(): Ledger {
  const lines = new Map<string, Entry>();
  const held = new Set<ClauseId>();
  const observed = new Map<string, Finding>();
  const filtered = new Map<ArtefactId, number>();
  const timings: Record<string, number[]> = {};
  let refereed = 0;

  const note = (entry: Omit<Entry, "times" | "where" | "evidence">, where: string, evidence: Evidence): Entry[] => {
    const key = `${entry.kind} ${entry.id} ${where}`;
    const before = lines.get(key);
    const line: Entry =
      before === undefined ? { ...entry, where, times: 1, evidence } : { ...before, times: before.times + 1 };
    lines.set(key, line);
    return /^10*$/.test(String(line.times)) ? [line] : [];
  };

  return {
    enter(judgement) {
      const { exchange, findings, prism, caller } = judgement;
      if (judgement.refereed) refereed++;
      const operation = operationOf(exchange.call)?.id;
      if (operation !== undefined) {
        timings[operation] ??= [];
        timings[operation].push(exchange.durationMs);
      }
      const where = whereOf(exchange);
      const news: Entry[] = [];
      const enter = (kind: Entry["kind"], id: string, why: string, evidence?: readonly Evidence[]): void =>
        void news.push(...note({ kind, id, why }, where, evidence?.at(-1) ?? evidenceOf(exchange)));
      const { failure } = exchange;
      if (failure !== undefined) enter("failed", failure.kind, `No whole answer: ${failure.message}.`);
      const blamed = new Set<ClauseId>();
      for (const finding of findings) {
        if (finding.kind === "held") held.add(finding.clause);
        else if (finding.kind === "observed") observed.set(JSON.stringify(finding), finding);
        else if (finding.kind === "advice") enter("advice", finding.id, finding.why, finding.evidence);
        else if (finding.kind === "violated") {
          blamed.add(finding.clause);
          enter("violated", finding.clause, finding.why, finding.evidence);
        }
      }
      for (const finding of prism) {
        if (finding.kind === "filtered") filtered.set(finding.artefact, (filtered.get(finding.artefact) ?? 0) + 1);
        else if (finding.kind === "unknown") enter("unknown", "prism", finding.said);
        else if (finding.kind === "violated" && !blamed.has(finding.clause)) {
          blamed.add(finding.clause);
          enter("violated", finding.clause, `Prism: ${finding.why}`);
        }
      }
      for (const { fault, detail } of caller) enter("caller", fault, detail);
      return news;
    },
    outside(method, path) {
      const request = `${method} ${path}`;
      const evidence = { request, response: "(passed on and not recorded)", curl: "" };
      return note({ kind: "caller", id: "outside-base", why: request }, request.slice(0, 80), evidence);
    },
    entries: () => [...lines.values()],
    report({ requests, prismVersion, ...run }) {
      const of = (kind: Entry["kind"]): Entry[] => [...lines.values()].filter((entry) => entry.kind === kind);
      const findings: Finding[] = [
        ...[...held].map((clause): Finding => ({ kind: "held", clause })),
        ...of("violated").map(
          ({ id, why, times, evidence }): Finding => ({
            kind: "violated",
            clause: id as ClauseId,
            why: times > 1 ? `${why} (${times} times)` : why,
            evidence: [evidence],
          }),
        ),
        ...of("advice").map(({ id, why, evidence }): Finding => ({ kind: "advice", id, why, evidence: [evidence] })),
        ...observed.values(),
      ];
      const spoken = new Set(findings.flatMap((finding) => ("clause" in finding ? [finding.clause] : [])));
      const unseen = CLAUSES.flatMap(({ id }): Finding[] =>
        spoken.has(id) ? [] : [{ kind: "unproven", clause: id, why: NOT_SEEN }],
      );
      const results = [
        { check: "proxy", findings: [...findings, ...unseen], requests, durationMs: run.durationMs, timings },
      ];
      return {
        ...assembleReport(run, results),
        remarks: [
          { title: "What the app did", entries: of("caller").map(callerRemark) },
          {
            title: `Where Prism ${prismVersion} is not listened to (${refereed} exchanges judged)`,
            entries: [...filtered].map(filterRemark),
          },
          { title: "What got no whole answer", entries: of("failed").map(plainRemark) },
          { title: "What Prism says and nobody has words for", entries: of("unknown").map(plainRemark) },
        ].filter(({ entries }) => entries.length > 0),
      };
    },
  };
}

function callerRemark({ id, why, times, evidence }: Entry): Remark {
  return { id, why: `${CALLER_FAULTS[id as CallerFault]} ${why}`, times, evidence: [evidence] };
}

function plainRemark({ id, why, times, evidence }: Entry): Remark {
  return { id, why, times, evidence: [evidence] };
}

function filterRemark([id, times]: [ArtefactId, number]): Remark {
  return { id, why: ARTEFACTS.find((entry) => entry.id === id)?.why ?? "", times };
}

function whereOf({ call, response, failure }: Exchange): string {
  const operation = operationOf(call);
  const path = operation?.id === "cancelOrder" ? "/store/orders/{orderId}" : call.path.slice(0, 80);
  return `${call.method} ${path} → ${failure === undefined ? response?.status : failure.kind}`;
}
