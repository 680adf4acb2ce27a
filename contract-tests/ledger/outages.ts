/** When a gateway answered in the place of the service, or nobody did. */
import type { CompleteEntry, Ledger } from "./ledger.ts";
import { type Interval, isGatewayAnswer, isOpenEnded, pauseBetween } from "./moments.ts";

/** Gateway answers with at most so many milliseconds between them are of one outage, also where the service has answered in between. */
const MAX_PAUSE_MS = 1_000;

export interface Outage extends Interval {
  /** The calls that got a gateway answer. The service may have answered others meanwhile: one of two backends may be away. */
  readonly calls: readonly CompleteEntry[];
}

/** In the order of time. */
export function outagesOf({ answered }: Pick<Ledger, "answered">): Outage[] {
  const outages: { sentAt: number; receivedAt: number; calls: CompleteEntry[] }[] = [];
  let wasAnswered = true;
  for (const call of answered) {
    const last = outages.at(-1);
    if (!isGatewayAnswer(call.exchange)) wasAnswered ||= !isOpenEnded(call.exchange);
    else if (last !== undefined && (!wasAnswered || pauseBetween(last, call) <= MAX_PAUSE_MS)) {
      last.receivedAt = Math.max(last.receivedAt, call.receivedAt);
      last.calls.push(call);
      wasAnswered = false;
    } else {
      outages.push({ sentAt: call.sentAt, receivedAt: call.receivedAt, calls: [call] });
      wasAnswered = false;
    }
  }
  return outages;
}
