/**
 * The input of the policy (policy.ts), which is what a run may do and what it has seen; and its
 * refusals.
 */
import type { ListedIds } from "./listed-ids.ts";

export interface OrderIds {
  /** Orders that may be cancelled. */
  readonly pending: readonly bigint[];
  /** Orders whose cancellation may be tried with the good key. */
  readonly shipped: readonly bigint[];
  /** Ids that no order has. */
  readonly absent: readonly bigint[];
}

export interface Rules extends OrderIds {
  /** True if only GET, HEAD and OPTIONS may be sent. */
  readonly readOnly: boolean;
  /**
   * Listed orders that nobody provided, in a deployment that is `disposable`. Some that were taken
   * for pending may have shipped.
   */
  readonly guessed?: readonly bigint[] | undefined;
  /** True if an id that no list of the run shows belongs to no order. */
  readonly disposable?: boolean | undefined;
  /** True if the run sends few calls without the good key, and one call at a time. */
  readonly gentle?: boolean | undefined;
}

/** The ids that the run has seen and drawn so far. */
export interface RunHistory {
  /** The ids that any list has shown; undefined if no list was read. */
  readonly listed: ListedIds | undefined;
  readonly drawn: ReadonlySet<bigint>;
}

export interface Refusal {
  /** One or two sentences for the user. */
  readonly why: string;
  /**
   * The ids that would permit the call if they were provided as absent; empty if nothing permits
   * it.
   */
  readonly absentNeeded: readonly bigint[];
  /** An id that was provided as absent and is listed. */
  readonly absentListed?: bigint;
}
