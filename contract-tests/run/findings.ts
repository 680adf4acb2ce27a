/** The findings of one check, without repetitions. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Finding, Recorder } from "../assertions/finding.ts";
import { evidenceOf } from "./evidence.ts";

/** Violations of one clause, or findings of one advice, that are kept. */
const MAX_ALIKE = 3;

export interface Findings {
  readonly recorder: Recorder;
  /** Violations and advice, those included that are not kept. */
  faults(): number;
  list(): Finding[];
}

export function createFindings(): Findings {
  const held = new Set<ClauseId>();
  const others: Finding[] = [];
  const times = new Map<string, number>();
  let faults = 0;
  const isRepetition = (id: string): boolean => {
    faults++;
    const count = (times.get(id) ?? 0) + 1;
    times.set(id, count);
    return count > MAX_ALIKE;
  };
  const recorder: Recorder = {
    held: (...clauses) => {
      for (const clause of clauses) held.add(clause);
    },
    violated: (clause, why, exchanges, detail = {}) => {
      if (isRepetition(clause)) return;
      const { expected, received } = detail;
      const evidence = exchanges.map((exchange, index) =>
        evidenceOf(exchange, index === exchanges.length - 1 ? detail : {}),
      );
      others.push({
        kind: "violated",
        clause,
        why,
        ...(expected !== undefined && { expected }),
        ...(received !== undefined && { received }),
        evidence,
      });
    },
    advise: (id, why, exchanges) => {
      if (isRepetition(id)) return;
      others.push({ kind: "advice", id, why, evidence: exchanges.map((exchange) => evidenceOf(exchange)) });
    },
    observe: (silence, observed) => void others.push({ kind: "observed", silence, observed, at: Date.now() }),
    unproven: (clause, why) => void others.push({ kind: "unproven", clause, why }),
    withheld: (clause, why) => void others.push({ kind: "withheld", clause, why }),
  };
  return {
    recorder,
    faults: () => faults,
    list: () => [...[...held].map((clause): Finding => ({ kind: "held", clause })), ...distinct(others)],
  };
}

/** Violations and advice differ in their evidence; other equal findings are kept once. */
function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => {
    if (finding.kind === "violated" || finding.kind === "advice") return true;
    const key = finding.kind === "observed" ? `${finding.silence} ${finding.observed}` : JSON.stringify(finding);
    return !seen.has(key) && seen.add(key);
  });
}
