/** The findings of one check, without repetitions. */
import type { FindingWith, Recorder, ViolationDetail } from "../assertions/finding.ts";
import type { Exchange } from "../client/exchange.ts";

/** Violations of one clause, or findings of one advice, that are kept. */
const MAX_ALIKE = 3;

interface Shown {
  /** In the order in which they were sent. */
  readonly exchanges: readonly Exchange[];
  readonly detail: ViolationDetail;
}

/** As a {@link Finding}, with the exchanges themselves: what a report shows of them is made when the check has ended. */
export type RecordedFinding = FindingWith<Shown, Shown>;

/** What a check has recorded. */
export interface RecordedCheck {
  readonly check: string;
  readonly findings: readonly RecordedFinding[];
  /** Why the run ended before the check did, or with it. */
  readonly runEnded?: string;
  readonly durationMs: number;
}

export function createFindings() {
  const found = new Map<string, RecordedFinding>();
  const times = new Map<string, number>();
  /** Equal findings are kept once. */
  const add = (finding: RecordedFinding, ...identity: readonly string[]): void => {
    const key = JSON.stringify([finding.kind, ...identity]);
    if (!found.has(key)) found.set(key, finding);
  };
  /** Violations and advice differ in what they show. */
  const addShown = (finding: Extract<RecordedFinding, Shown>, id: string): void => {
    const count = (times.get(id) ?? 0) + 1;
    times.set(id, count);
    if (count <= MAX_ALIKE) add(finding, id, String(count));
  };
  const recorder: Recorder = {
    held: (...clauses) => {
      for (const clause of clauses) add({ kind: "held", clause }, clause);
    },
    violated: (clause, why, exchanges, detail = {}) =>
      addShown({ kind: "violated", clause, why, exchanges, detail }, clause),
    advise: (id, why, exchanges) => addShown({ kind: "advice", id, why, exchanges, detail: {} }, id),
    observe: (silence, observed) => add({ kind: "observed", silence, observed, at: Date.now() }, silence, observed),
    unproven: (clause, why) => add({ kind: "unproven", clause, why }, clause, why),
    withheld: (clause, why) => add({ kind: "withheld", clause, why }, clause, why),
  };
  return {
    recorder,
    list: (): RecordedFinding[] =>
      [...found.values()].toSorted((a, b) => Number(b.kind === "held") - Number(a.kind === "held")),
  };
}
