/** Retries against answers that a test gives, on a clock that only waits advance. No guard refuses or delays a call. */
import type { Exchange, Failure, OutgoingCall, Send } from "../../client/exchange.ts";
import { createFindings } from "../../run/findings.ts";
import { createRetry, type Retry } from "../../run/retry.ts";
import { newRunState, type RunState } from "../../run/run-state.ts";
import type { Clock } from "../../safety/guard.ts";
import { sampleExchange } from "../sample-exchange.ts";

/** A status, perhaps with Retry-After; why there is no complete response, perhaps with the status of what arrived. */
export type Answer =
  | number
  | Failure["kind"]
  | readonly [status: number, retryAfter: string]
  | readonly [arrived: number, why: Failure];

function exchangeOf(call: OutgoingCall, answer: Answer): Exchange {
  if (typeof answer === "number") return sampleExchange(call, { status: answer });
  if (typeof answer === "string") return sampleExchange(call, undefined, { kind: answer, message: "" });
  const [status, further] = answer;
  if (typeof further !== "string") return sampleExchange(call, { status }, further);
  return sampleExchange(call, { status, headers: [["Retry-After", further]] });
}

interface Retrying {
  readonly retry: Retry;
  readonly calls: readonly OutgoingCall[];
  /** The milliseconds at which they were sent. */
  readonly sentAt: readonly number[];
  /** The milliseconds between two calls at these times. */
  readonly paces: readonly number[];
  readonly state: RunState;
  /** What the check has found. */
  found(): string[];
  /** Another check of the run. */
  another(): Retrying;
}

/** The deployment gives these answers, the last one again and again. */
export function retrying(...answers: readonly Answer[]): Retrying {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const began = now;
  const calls: OutgoingCall[] = [];
  const sentAt: number[] = [];
  const paces: number[] = [];
  const state = newRunState();
  const send: Send = async (call) => {
    const nth = calls.push(call) - 1;
    sentAt.push(now - began);
    paces.push(state.guard.paceMs);
    return exchangeOf(call, answers[Math.min(nth, answers.length - 1)]!);
  };
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
  const config = { baseUrl: "http://host/v1", seed: 1, readOnly: true, pending: [], shipped: [], absent: [] };
  const another = (): Retrying => {
    const findings = createFindings();
    const retry = createRetry({ send, config, state, clock }, findings.recorder, () => {});
    const found = () =>
      findings.list().map((one) => ("observed" in one ? one.observed : "id" in one ? one.id : one.kind));
    return { retry, calls, sentAt, paces, state, found, another };
  };
  return another();
}
