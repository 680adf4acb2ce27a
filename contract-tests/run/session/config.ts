/** The configuration of a run: what it is asked for, and what it may do. */
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
  /** Milliseconds after the first cancellations in which a deployment may still undo them. Default: 0. */
  readonly settleMs?: number | undefined;
  /** The clauses that the run is for. Default: all. */
  readonly only?: readonly ClauseId[] | undefined;
  /** Calls in the whole run. Default: 2000. */
  readonly maxRequests?: number | undefined;
  /** Calls at the same time. Default: 8. */
  readonly parallel?: number | undefined;
  /** True if reports hold all exchanges. */
  readonly keepTraffic?: boolean | undefined;
  /** When it is aborted, nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
}

/** What a run was told. Which orders it has changes on the way: {@link Orders} knows that, and a copy would be stale. */
export type RunConfig = Omit<SessionConfig, "pending" | "shipped" | "guessed">;

/** A read-only run alarms nobody who watches the logs, whatever is asked for; nor does one that has no orders. */
export function tierOf({ thorough }: RunConfig, rules: Rules): Tier {
  const { pending, shipped, disposable, readOnly } = rules;
  const hasOrders = pending.length + shipped.length > 0 || disposable === true;
  if (readOnly) return "quiet";
  if (thorough === true) return "thorough";
  return hasOrders ? "usual" : "quiet";
}
