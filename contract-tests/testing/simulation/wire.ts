/** A deployment that gives the answers of a test, each after a time of a virtual clock, and the record of what it was sent. */

import type { OutgoingCall } from "../../client/calls.ts";
import type { Clock } from "../../client/clock.ts";
import type { Exchange, Failure, Response, Send } from "../../client/exchange.ts";
import { sampleExchange } from "../sample-exchange.ts";
import { virtualClock } from "./virtual-clock.ts";

/** A response, or why there is none. */
export type Answer =
  | (Partial<Omit<Response, "body">> & { readonly body?: string | Uint8Array })
  | Failure;

/** A status, perhaps with Retry-After; why there is no complete response, perhaps with the status of what arrived. */
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
  /** The moments at which they were sent. */
  readonly sentAt: readonly number[];
  /** The largest number of calls that were under way at once. */
  most(): number;
}

/** `answer` gets the call, its number from 0, and the time. An answer takes `latencyMs`, a timeout the time of the call. */
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

/** The answers one after the other, the last one again and again. */
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
