/** The configuration of a run: what it is to do, and what it may do. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Rules } from "../../safety/rules.ts";
import type { Tier } from "../../tables/table.ts";
import type { RunSettings } from "../../targets/settings/settings.ts";

export interface SessionConfig extends Rules, RunSettings {
  readonly baseUrl: string;
  /** Determines the ids that the run draws. */
  readonly seed: number;
  /** True if the good key may be sent elsewhere than as the bearer token of Authorization. */
  readonly keyElsewhere?: boolean | undefined;
  /**
   * Milliseconds after the first cancellations during which a deployment may still undo them.
   * Default: 0.
   */
  readonly settleMs?: number | undefined;
  /** The clauses that the run is for. Default: all. */
  readonly only?: readonly ClauseId[] | undefined;
  /** The maximum number of calls in the whole run. Default: 2000. */
  readonly maxRequests?: number | undefined;
  /** The maximum number of calls at the same time. Default: 8. */
  readonly parallel?: number | undefined;
  /** True if reports keep all exchanges. */
  readonly keepTraffic?: boolean | undefined;
  /** Aborting the signal stops all sending. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The configuration without the orders, which change during the run: {@link RunOrders} has the
 * current ones.
 */
export type RunConfig = Omit<SessionConfig, "pending" | "shipped" | "guessed">;

/**
 * Returns how much of the tables a run sends. A read-only run is always quiet, so it alarms nobody
 * who watches the logs; a run without orders is quiet unless it is thorough.
 */
export function tierOf({ thorough }: RunConfig, rules: Rules): Tier {
  const { pending, shipped, disposable, readOnly } = rules;
  const hasOrders = pending.length + shipped.length > 0 || disposable === true;
  if (readOnly) return "quiet";
  if (thorough === true) return "thorough";
  return hasOrders ? "usual" : "quiet";
}
