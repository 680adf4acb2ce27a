/** Which clauses a change violates, when several calls can be its cause. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { type AttemptKind, clausesOf } from "./attempts.ts";
import type { AttemptEntry } from "./ledger.ts";

const WORDS: Readonly<Record<AttemptKind, string>> = {
  cancellation: "cancellations",
  "bad key": "refused cancellations",
  text: "cancellations with texts that are not an id",
  "disputable text": "cancellations with texts that may be the id",
  "other id": "cancellations with other ids",
};

export interface Blame {
  /** The clauses that all possible causes violate, the plainest first; none where they share none. */
  readonly clauses: readonly ClauseId[];
  /** The causes, for a sentence: "After …". */
  readonly words: string;
}

export function blame(causes: readonly AttemptEntry[], changed: bigint): Blame {
  // What violates no clause takes no blame from the others.
  const [first = [], ...others] = causes
    .map(({ attempt }) => clausesOf(attempt, changed))
    .filter((clauses) => clauses.length > 0);
  const shared = first.filter((one) => others.every((clauses) => clauses.includes(one)));
  const kinds = [...new Set(causes.map(({ attempt }) => WORDS[attempt.kind]))];
  const words =
    kinds.length > 1 ? `one of ${causes.length} calls (${kinds.join(", ")})` : (kinds[0] ?? "no call at all");
  return { clauses: shared, words };
}
