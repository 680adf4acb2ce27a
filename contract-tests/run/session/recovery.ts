/**
 * Asks a service that has not answered again and again, with pauses, until it answers or the outage
 * has lasted too long.
 */
import { GET_PET, LIST_WITH_KEY } from "../../client/calls.ts";
import type { Clock } from "../../client/clock.ts";
import type { Exchange, Send } from "../../client/exchange.ts";
import { outcomeOf } from "../../client/outcome.ts";
import { backOffMs, isTimeout, MAX_OUTAGE_MS } from "./retry.ts";

/** Two calls without an effect: one operation alone may be out of order. */
const RECOVERY_CALLS = [LIST_WITH_KEY, { ...GET_PET, credential: "good" }] as const;
/** Pauses get longer up to the one before this repetition. */
const MAX_BACKOFF = 3;

/** Resolves with undefined if the service answers, else with the reason why the run ends. */
export async function untilAnswered(
  ask: Send,
  wait: (ms: number, why: string) => Promise<void>,
  clock: Clock,
): Promise<string | undefined> {
  const began = clock.now();
  let last: Exchange | undefined;
  for (let attempt = 0; ; attempt++) {
    const ms = backOffMs(Math.min(attempt, MAX_BACKOFF));
    if (ms > 0) await wait(ms, "nothing answers");
    for (const question of RECOVERY_CALLS) {
      const answer = await ask(question);
      const { kind } = outcomeOf(answer);
      // A question that a quiet run may no longer send tells nothing.
      if (kind !== "not sent" && kind !== "gateway" && !isTimeout(answer)) return undefined;
      if (kind !== "not sent" || last === undefined) last = answer;
    }
    const outageMs = clock.now() - began;
    if (outageMs > MAX_OUTAGE_MS) return describeUnanswered(last!, outageMs);
  }
}

function describeUnanswered({ failure, response }: Exchange, ms: number): string {
  const forSeconds = `for ${Math.round(ms / 1000)} s`;
  if (failure === undefined)
    return `Every call has got a ${response?.status} from a gateway ${forSeconds}.`;
  if (failure.kind === "forbidden")
    return `The run could send nothing ${forSeconds} that shows whether the service answers again. ${failure.message}`;
  if (failure.kind === "reset")
    return `The deployment has closed every connection ${forSeconds}. This looks like a ban: --gentle sends fewer bad keys, --rate N fewer calls per second.`;
  return `The deployment has answered nothing ${forSeconds}: ${failure.message}.`;
}
