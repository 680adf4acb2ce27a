/**
 * The way of a call from a check to the client: a chain of stages, each with a small state of its own.
 *
 *     compose(retry, pace, availability, policy, budget, timeouts, record)(client)
 *
 * A stage may send the call on, change it, wait, send it again, or answer it itself.
 */
import { match } from "../../spec/interface/match.ts";
import { type Exchange, isProbe, type OutgoingCall, type Send } from "../client/exchange.ts";

export type Stage = (next: Send) => Send;

/** The first stage is the first to see a call. */
export function compose(...stages: readonly Stage[]): Stage {
  return (client) => stages.reduceRight((next, stage) => stage(next), client);
}

/** Why a run cannot go on. Once it is set, nothing more is sent. */
export interface RunEnd {
  why?: string;
}

/** The result of a call that is not sent. `message` is one or two sentences. */
export function refusedExchange(call: OutgoingCall, message: string, now: number): Exchange {
  const failure = { kind: "forbidden", message } as const;
  return { call, url: "", requestHeaders: [], failure, credentialEchoed: false, sentAt: now, receivedAt: now };
}

/** Calls of one kind are likely to be answered, or not to be, in the same way. */
export function kindOf(call: OutgoingCall): string {
  const { operation, isValid } = match(call.method, call.path);
  const key = call.credential === "good" ? "good" : "bad";
  return `${operation?.id ?? call.path} ${isValid} ${isProbe(call)} ${key}`;
}
