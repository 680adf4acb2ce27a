/** The input of the rule of safety (policy.ts): what a run may do and what it has seen; and its reasons for refusing a call. */
import type { ListedIds } from "./listed-ids.ts";

/** The ids that were provided to the gate. */
export interface OrderIds {
  /** May be cancelled. */
  readonly pending: readonly bigint[];
  /** Their cancellation may be tried with the good key. */
  readonly shipped: readonly bigint[];
  /** No order has them. */
  readonly absent: readonly bigint[];
}

/** The permissions of a run. */
export interface Rules extends OrderIds {
  /** True: GET, HEAD and OPTIONS alone. */
  readonly readOnly: boolean;
  /** Listed orders that nobody provided, in a deployment that is `disposable`. Those that were taken for pending may be shipped. */
  readonly guessed?: readonly bigint[] | undefined;
  /** True: no order has an id that no list of the run shows. */
  readonly disposable?: boolean | undefined;
  /** Few calls without the good key, and one call at a time. */
  readonly gentle?: boolean | undefined;
}

/** The ids that the run has seen and drawn so far. */
export interface RunHistory {
  /** The ids that any list has shown; undefined when no list was read. */
  readonly listed: ListedIds | undefined;
  readonly drawn: ReadonlySet<bigint>;
}

export interface Refusal {
  /** One or two sentences. */
  readonly why: string;
  /** The ids with which the call could be sent if they were provided as absent; empty when nothing permits it. */
  readonly absentNeeded: readonly bigint[];
  /** An id that was provided as absent and is listed. */
  readonly absentListed?: bigint;
}
