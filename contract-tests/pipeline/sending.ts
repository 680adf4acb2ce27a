/**
 * The last stages before a call leaves: whether the rule of safety and the budget of the run let it go, and what the ledger keeps of it.
 * Each is asked once, at the moment when the call would be sent.
 */
import type { Clock } from "../client/clock.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { gentleRefusal } from "../safety/gentle.ts";
import { type Rules, refusal } from "../safety/policy.ts";
import { type RunEnd, refusedExchange, type Stage } from "./stage.ts";

/** The ids that lists have shown, and those that the run has drawn, are those of the ledger. `check` asks for the calls. */
export function policy(ledger: Ledger, check: string, rules: Rules, clock: Clock): Stage {
  return (next) => async (call) => {
    const refused = refusal(call, rules, ledger) ?? gentleRefusal(call, rules, ledger.entries);
    if (refused === undefined) return next(call);
    ledger.refused.push({ check, call, refusal: refused });
    return refusedExchange(call, refused.why, clock.now());
  };
}

/** Calls that may be sent in a run, and milliseconds after the first one from which further ones are refused. */
export const BUDGET = { maxRequests: 2000, runMs: 15 * 60_000 };

/** Ends a run that has used up its calls or its time, or is interrupted. */
export function budget(
  maxRequests = BUDGET.maxRequests,
  ledger: Ledger,
  end: RunEnd,
  clock: Clock,
  signal: AbortSignal | undefined,
): Stage {
  return (next) => async (call) => {
    if (clock.now() - (ledger.entries[0]?.sentAt ?? clock.now()) > BUDGET.runMs)
      end.why ??= `The time of the run (${BUDGET.runMs / 1000} s) is used up.`;
    else if (ledger.sent >= maxRequests)
      end.why ??= `The budget of ${maxRequests} requests is used up; --max-requests raises it.`;
    const why = signal?.aborted ? "The run was interrupted." : end.why;
    return why === undefined ? next(call) : refusedExchange(call, why, clock.now());
  };
}

/** Writes each call that is sent, and what comes back, into the ledger. */
export function record(ledger: Ledger, check: string, clock: Clock): Stage {
  return (next) => async (call) => {
    const entry = ledger.begin(check, call, clock.now());
    const exchange = await next(call);
    ledger.end(entry, exchange);
    return exchange;
  };
}
