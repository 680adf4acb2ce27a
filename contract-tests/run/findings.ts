/** The findings of one check, without repetitions. */
import type { FindingWith, Recorder, ViolationDetail } from "../assertions/finding.ts";
import type { Exchange } from "../client/exchange.ts";

/** Violations of one clause, or findings of one advice, that are kept. */
const MAX_ALIKE = 3;

/**
 * As a {@link Finding}, with the exchanges themselves, in the order in which they were sent: what a report shows of them is made when the
 * check has ended.
 */
export type RecordedFinding = FindingWith<{
  readonly exchanges: readonly Exchange[];
  readonly detail: ViolationDetail;
}>;

/** What a check has recorded. */
export interface RecordedCheck {
  readonly check: string;
  readonly findings: readonly RecordedFinding[];
  /** Why the run ended before the check did, or with it. */
  readonly runEnded?: string;
  readonly durationMs: number;
}

/** Equal findings are kept once. Violations of one clause differ in what they show, as does advice. */
export function createFindings() {
  const found: RecordedFinding[] = [];
  const times = new Map<string, number>();
  const add = (finding: RecordedFinding, identity: readonly string[], max = 1): void => {
    const key = JSON.stringify([finding.kind, ...identity]);
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    if (count <= max) found.push(finding);
  };
  const recorder: Recorder = {
    held: (...clauses) => {
      for (const clause of clauses) add({ kind: "held", clause }, [clause]);
    },
    violated: (clauses, why, exchanges, detail = {}) => {
      for (const clause of [clauses].flat())
        add({ kind: "violated", clause, why, exchanges, detail }, [clause], MAX_ALIKE);
    },
    advise: (id, why, exchanges) => add({ kind: "advice", id, why, exchanges, detail: {} }, [id], MAX_ALIKE),
    observe: (silence, observed) => add({ kind: "observed", silence, observed, at: Date.now() }, [silence, observed]),
    unproven: (clauses, why) => {
      for (const clause of [clauses].flat()) add({ kind: "unproven", clause, why }, [clause, why]);
    },
    withheld: (clauses, why) => {
      for (const clause of [clauses].flat()) add({ kind: "withheld", clause, why }, [clause, why]);
    },
  };
  return {
    recorder,
    list: (): RecordedFinding[] => found.toSorted((a, b) => Number(b.kind === "held") - Number(a.kind === "held")),
  };
}
