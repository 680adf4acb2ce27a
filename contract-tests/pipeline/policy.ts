/** Asks the rule of safety whether a call may be sent: once, at the moment when it would be. */
import type { Clock } from "../client/clock.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { gentleRefusal } from "../safety/gentle.ts";
import { type Refusal, type Rules, refusal } from "../safety/policy.ts";
import { refusedExchange, type Stage } from "./stage.ts";

/** The ids that lists have shown, and those that the run has drawn, are those of the ledger. */
export function policy(ledger: Ledger, check: string, rules: Rules, clock: Clock): Stage {
  return (next) => async (call) => {
    const refused: Refusal | undefined = refusal(call, rules, ledger) ?? gentleRefusal(call, rules, ledger.entries);
    if (refused === undefined) return next(call);
    ledger.refuse({ check, call, refusal: refused });
    return refusedExchange(call, refused.why, clock.now());
  };
}
