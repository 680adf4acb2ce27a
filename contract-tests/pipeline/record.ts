/** Writes each call that is sent, and what comes back, into the ledger. */
import type { Clock } from "../client/clock.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Stage } from "./stage.ts";

/** `check` is the one that asks for the calls. */
export function record(ledger: Ledger, check: string, clock: Clock): Stage {
  return (next) => async (call) => {
    const entry = ledger.begin(check, call, clock.now());
    const exchange = await next(call);
    ledger.end(entry, exchange);
    return exchange;
  };
}
