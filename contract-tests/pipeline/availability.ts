/**
 * Waits for a deployment that answers nothing: a gateway without a service behind it, connections that are refused or closed. All calls
 * wait meanwhile, and one at a time asks whether it is back.
 */
import type { Clock } from "../client/clock.ts";
import {
  type Exchange,
  GET_PET,
  LIST_CALL,
  type OutgoingCall,
  type Send,
} from "../client/exchange.ts";
import { isGatewayAnswer } from "../ledger/moments.ts";
import type { RunEnd, Stage } from "./sending.ts";

/** Milliseconds for which an outage is waited for; a longer one ends the run. */
export const MAX_OUTAGE_MS = 30_000;
/** Milliseconds between two questions; the last one again and again. */
const WAITS_MS = [0, 250, 500, 900];
/** What asks: neither has an effect. One operation alone may be out of order. */
const QUESTIONS: readonly OutgoingCall[] = [LIST_CALL, GET_PET].map((call) => ({
  ...call,
  credential: "good",
}));

export type Availability = ReturnType<typeof createAvailability>;

export function createAvailability(clock: Clock, end: RunEnd) {
  let ask: Send | undefined;
  let recovery: Promise<boolean> | undefined;

  const untilBack = async (): Promise<boolean> => {
    const began = clock.now();
    for (let attempt = 0; end.why === undefined; attempt++) {
      await clock.sleep(WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)]!);
      for (const [nth, question] of QUESTIONS.entries()) {
        const answer = await ask!(question);
        if (end.why !== undefined || !isGatewayAnswer(answer)) return end.why === undefined;
        const ms = clock.now() - began;
        if (nth === QUESTIONS.length - 1 && ms > MAX_OUTAGE_MS)
          end.why = describeOutage(answer, ms);
      }
    }
    return false;
  };

  const stage: Stage = (next) => {
    ask ??= next;
    return async (call) => {
      await recovery;
      return next(call);
    };
  };

  return {
    stage,
    /** Resolves when the deployment answers again, with false when the run has ended. */
    recover(): Promise<boolean> {
      recovery ??= untilBack().finally(() => {
        recovery = undefined;
      });
      return recovery;
    },
  };
}

function describeOutage({ failure, response }: Exchange, ms: number): string {
  const forSeconds = `for ${Math.round(ms / 1000)} s`;
  if (failure?.kind === "unreachable")
    return `The deployment could not be reached any more, ${forSeconds}: ${failure.message}.`;
  if (failure !== undefined)
    return `The deployment has closed every connection ${forSeconds}. This looks like a ban: --gentle sends fewer bad keys, --rate N fewer calls per second.`;
  return `Every call has got a ${response?.status} from a gateway ${forSeconds}.`;
}
