/** The configuration of a run: what it is asked for, and what it may do. */
import type { ClauseId } from "../../spec/clauses/index.ts";
import type { Rules } from "../safety/rules.ts";

export interface SessionConfig extends Rules {
  readonly baseUrl: string;
  /** Determines the ids that the run draws. */
  readonly seed: number;
  /** True if the good key may be sent elsewhere than as the bearer token of Authorization. */
  readonly keyElsewhere?: boolean | undefined;
  /** Milliseconds after the first cancellations in which a deployment may still undo them. Default: 0. */
  readonly settleMs?: number | undefined;
  /** True if all rows of the tables are sent, and repeated. */
  readonly thorough?: boolean | undefined;
  /** The clauses that the run is for. Default: all. */
  readonly only?: readonly ClauseId[] | undefined;
  /** Calls in the whole run. Default: 2000. */
  readonly maxRequests?: number | undefined;
  /** Calls per second. Default: unlimited. */
  readonly rate?: number | undefined;
  /** Calls at the same time. Default: 8. */
  readonly parallel?: number | undefined;
  /** True if reports hold all exchanges. */
  readonly keepTraffic?: boolean | undefined;
  /** When it is aborted, nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
}
