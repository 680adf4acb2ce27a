/** A call that is not sent. */
import type { OutgoingCall } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import type { Refusal } from "../safety/rules.ts";

/** A call that the rule of safety refused. */
export interface RefusedCall {
  readonly call: OutgoingCall;
  readonly refusal: Refusal;
}

/** The result of a call that is not sent. */
export function refusedExchange(call: OutgoingCall, message: string, now: number): Exchange {
  const failure = { kind: "forbidden", message } as const;
  const nothing = { url: "", requestHeaders: [], credentialEchoed: false };
  return { ...nothing, call, failure, sentAt: now, receivedAt: now };
}
