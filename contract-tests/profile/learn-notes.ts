/** What is noted while a profile is learned, by entry: `answers.conflict-body`, `replies.key-missing`, `order`, `latency.listOrders`. */

/** When and how an entry was observed. */
export interface Observation {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The request, or the check that observed it. */
  readonly how: string;
}

export interface LearnNotes {
  readonly observations: Map<string, Observation>;
  /** Why an entry is not in the profile. */
  readonly omitted: Map<string, string>;
}
