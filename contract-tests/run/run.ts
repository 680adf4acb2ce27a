/** One run against one deployment: its ledger, its clock, and the way of its calls. */
import type { CheckConfig } from "../checks/check.ts";
import { type Clock, SYSTEM_CLOCK } from "../client/clock.ts";
import type { Send } from "../client/exchange.ts";
import { Ledger, type LedgerRules, LONG_LIST_BYTES } from "../ledger/ledger.ts";
import { createAvailability } from "../pipeline/availability.ts";
import { createPace, type Pace } from "../pipeline/pace.ts";
import { createRetry } from "../pipeline/retry.ts";
import { budget, compose, policy, type RunEnd, record, timeouts } from "../pipeline/sending.ts";

export interface RunConfig extends CheckConfig, LedgerRules {
  /** Calls in the whole run. Default: 2000. */
  readonly maxRequests?: number | undefined;
  /** Calls per second. Default: unlimited. */
  readonly rate?: number | undefined;
  /** Calls at the same time. Default: 8. */
  readonly parallel?: number | undefined;
  /** Whether reports hold all exchanges. */
  readonly keepTraffic?: boolean | undefined;
  /** When it is aborted, nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
}

export interface Run {
  readonly config: RunConfig;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly pace: Pace;
  /** The statuses with which calls were refused that were served after a wait. */
  readonly limitedBy: ReadonlySet<number>;
  /** Why the run cannot go on, once it cannot. */
  readonly end: RunEnd;
  /** What a check sends with. */
  sendFor(check: string): Send;
  /** The same without repetitions, for the first calls. */
  sendOnce(check: string): Send;
}

/** `client` sends to the deployment, with the key. */
export function startRun(client: Send, config: RunConfig, clock = SYSTEM_CLOCK): Run {
  const { signal, gentle, maxRequests, rate, parallel } = config;
  const ledger = new Ledger(config);
  const end: RunEnd = {};
  const isOneAtATime = () => gentle === true || ledger.listBytes > LONG_LIST_BYTES;
  const pace = createPace({ clock, rate, parallel, isOneAtATime });
  const availability = createAvailability(clock, end);
  const retry = createRetry(clock, pace, availability, end);
  const wire = timeouts(end);
  const sendOnce = (check: string): Send =>
    compose(
      pace.stage,
      availability.stage,
      policy(ledger, check, config, clock),
      budget(maxRequests, ledger, end, clock, signal),
      wire,
      record(ledger, check, clock),
    )(client);
  return {
    ...{ config, ledger, clock, pace, end, limitedBy: retry.limitedBy },
    sendFor: (check) => retry.stage(sendOnce(check)),
    sendOnce,
  };
}
