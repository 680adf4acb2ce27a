/** One run against one deployment. */
import type { Send } from "../client/exchange.ts";
import { type BudgetOptions, type Clock, createGuard, SYSTEM_CLOCK } from "../safety/guard.ts";
import type { Rules } from "../safety/policy.ts";
import { newRunState, type RunState } from "./run-state.ts";

export interface RunConfig extends Rules {
  readonly baseUrl: string;
  /** Determines the ids that the run draws. */
  readonly seed: number;
  readonly budget?: BudgetOptions | undefined;
  /** Whether results hold all exchanges. */
  readonly keepTraffic?: boolean | undefined;
  /** True when other shards of a Playwright run cancel orders at the same time. */
  readonly sharded?: boolean | undefined;
  /** Milliseconds after the first cancellations from which the last questions are asked. Default: 0. */
  readonly lingerMs?: number | undefined;
  /** When it is aborted, nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
}

export interface Run {
  /** Guarded. */
  readonly send: Send;
  readonly config: RunConfig;
  readonly state: RunState;
  readonly clock: Clock;
}

/** `client` sends to the deployment, with the key; `state` is that of an earlier process of the same run. */
export function startRun(
  client: Send,
  config: RunConfig,
  state: RunState = newRunState(),
  clock: Clock = SYSTEM_CLOCK,
): Run {
  return { send: createGuard(client, config, state.guard, clock), config, state, clock };
}
