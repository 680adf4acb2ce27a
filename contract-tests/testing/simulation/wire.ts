/**
 * A deployment that gives a test's answers, each after some time of a virtual clock, and records
 * its calls.
 */

import type { OutgoingCall } from "../../client/calls.ts";
import type { Clock } from "../../client/clock.ts";
import type { Exchange, Failure, Response, Send } from "../../client/exchange.ts";
import { sampleExchange } from "../sample-exchange.ts";
import { virtualClock } from "./virtual-clock.ts";

/** A response, or why there is none. */
export type Answer =
  | (Partial<Omit<Response, "body">> & { readonly body?: string | Uint8Array })
  | Failure;

/** A status, optionally with Retry-After; or a failure, optionally with the status that arrived. */
export type WireAnswer =
  | Answer
  | number
  | Failure["kind"]
  | readonly [status: number, retryAfter: string]
  | readonly [arrived: number, why: Failure];

export interface Wire {
  readonly send: Send;
  readonly clock: Clock;
  readonly calls: readonly OutgoingCall[];
  /** When the calls were sent. */
  readonly sentAt: readonly number[];
  /** Returns the largest number of calls that were under way at once. */
  most(): number;
}

/**
 * `answer` gets the call, its number from 0, and the time. An answer takes `latencyMs`; a time-out
 * takes the call's own.
 */
export function wire(
  answer: (call: OutgoingCall, nth: number, now: number) => WireAnswer,
  latencyMs = 1,
  clock: Clock = virtualClock(),
): Wire {
  const calls: OutgoingCall[] = [];
  const sentAt: number[] = [];
  let [underWay, most] = [0, 0];
  const send: Send = async (call) => {
    const at = clock.now();
    sentAt.push(at);
    const given = answer(call, calls.push(call) - 1, at);
    most = Math.max(most, ++underWay);
    await clock.sleep(given === "timeout" ? (call.timeoutMs ?? 10_000) : latencyMs);
    underWay--;
    return { ...exchangeOf(call, given), call, sentAt: at, receivedAt: clock.now() };
  };
  return { send, clock, calls, sentAt, most: () => most };
}

/** Gives the answers in turn, then repeats the last. */
export function inTurn(
  ...answers: readonly WireAnswer[]
): (call: OutgoingCall, nth: number) => WireAnswer {
  return (_, nth) => answers[Math.min(nth, answers.length - 1)]!;
}

function exchangeOf(call: OutgoingCall, answer: WireAnswer): Exchange {
  if (typeof answer === "number") return sampleExchange(call, { status: answer });
  if (typeof answer === "string")
    return sampleExchange(call, undefined, { kind: answer, message: answer });
  if (!isPair(answer))
    return "kind" in answer
      ? sampleExchange(call, undefined, answer)
      : sampleExchange(call, answer);
  const [status, further] = answer;
  if (typeof further !== "string") return sampleExchange(call, { status }, further);
  return sampleExchange(call, { status, headers: [["Retry-After", further]] });
}

const isPair = (
  answer: Exclude<WireAnswer, number | string>,
): answer is Extract<WireAnswer, readonly unknown[]> => Array.isArray(answer);
