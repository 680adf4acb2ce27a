/** Whether a service that has not answered is back: it is asked again and again, with pauses, until an outage has lasted too long. */
import { GET_PET, LIST_WITH_KEY } from "../../client/calls.ts";
import type { Clock } from "../../client/clock.ts";
import type { Exchange, Send } from "../../client/exchange.ts";
import { outcomeOf } from "../../client/outcome.ts";
import { backOffMs, isTimeout, MAX_OUTAGE_MS } from "./retry.ts";

/** Neither has an effect. One operation alone may be out of order. */
const QUESTIONS = [LIST_WITH_KEY, { ...GET_PET, credential: "good" }] as const;
/** The pauses get longer up to the one before this repetition. */
const MAX_BACKOFF = 3;

/** Resolves with undefined when the service answers; with the reason why the run ends when it does not. */
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
    for (const question of QUESTIONS) {
      const answer = await ask(question);
      const { kind } = outcomeOf(answer);
      // A question that a quiet run may not send any more tells nothing.
      if (kind !== "not sent" && kind !== "gateway" && !isTimeout(answer)) return undefined;
      if (kind !== "not sent" || last === undefined) last = answer;
    }
    const outageMs = clock.now() - began;
    if (outageMs > MAX_OUTAGE_MS) return describeOutage(last!, outageMs);
  }
}

function describeOutage({ failure, response }: Exchange, ms: number): string {
  const forSeconds = `for ${Math.round(ms / 1000)} s`;
  if (failure === undefined)
    return `Every call has got a ${response?.status} from a gateway ${forSeconds}.`;
  if (failure.kind === "forbidden")
    return `The run could send nothing ${forSeconds} that shows whether the service answers again. ${failure.message}`;
  if (failure.kind === "reset")
    return `The deployment has closed every connection ${forSeconds}. This looks like a ban: --gentle sends fewer bad keys, --rate N fewer calls per second.`;
  return `The deployment has answered nothing ${forSeconds}: ${failure.message}.`;
}
