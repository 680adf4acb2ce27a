/**
 * The way of a call from a check to the client: a chain of stages, each with a small state of its own.
 *
 *     compose(retry, pace, availability, policy, budget, timeouts, record)(client)
 *
 * A stage may send the call on, change it, wait, send it again, or answer it itself. Here are the last ones, which are asked at the moment
 * when the call would be sent: the rule of safety, the budget of the run, its time-outs, and what the ledger keeps.
 */
import { match } from "../../spec/interface/match.ts";
import type { Clock } from "../client/clock.ts";
import {
  durationOf,
  type Exchange,
  isProbe,
  type OutgoingCall,
  type Send,
} from "../client/exchange.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { gentleRefusal } from "../safety/gentle.ts";
import { type Rules, refusal } from "../safety/policy.ts";

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
  return {
    call,
    url: "",
    requestHeaders: [],
    failure,
    credentialEchoed: false,
    sentAt: now,
    receivedAt: now,
  };
}

/** Calls of one kind are likely to be answered, or not to be, in the same way. */
export function kindOf(call: OutgoingCall): string {
  const { operation, isValid } = match(call.method, call.path);
  const key = call.credential === "good" ? "good" : "bad";
  return `${operation?.id ?? call.path} ${isValid} ${isProbe(call)} ${key}`;
}

/** The ids that lists have shown, and those that the run has drawn, are those of the ledger. `check` asks for the calls. */
export function policy(ledger: Ledger, check: string, rules: Rules, clock: Clock): Stage {
  return (next) => async (call) => {
    const refused = refusal(call, rules, ledger) ?? gentleRefusal(call, rules, ledger.entries);
    if (refused === undefined) return next(call);
    ledger.refused.push({ check, call, refusal: refused });
    return refusedExchange(call, refused.why, clock.now());
  };
}

/** Calls that may be sent in a run, and milliseconds after the first one from which further ones are refused. */
export const BUDGET = { maxRequests: 2000, runMs: 15 * 60_000 };

/** Ends a run that has used up its calls or its time, or is interrupted. */
export function budget(
  maxRequests = BUDGET.maxRequests,
  ledger: Ledger,
  end: RunEnd,
  clock: Clock,
  signal: AbortSignal | undefined,
): Stage {
  return (next) => async (call) => {
    if (clock.now() - (ledger.entries[0]?.sentAt ?? clock.now()) > BUDGET.runMs)
      end.why ??= `The time of the run (${BUDGET.runMs / 1000} s) is used up.`;
    else if (ledger.sent >= maxRequests)
      end.why ??= `The budget of ${maxRequests} requests is used up; --max-requests raises it.`;
    const why = signal?.aborted ? "The run was interrupted." : end.why;
    return why === undefined ? next(call) : refusedExchange(call, why, clock.now());
  };
}

/** Timeouts of a kind of calls, without an answer between them, after which the time is reduced. */
const TIMEOUTS_BEFORE_SHORTER_WAIT = 2;
/** Milliseconds of the reduced time, unless three times the slowest response is longer. */
const MIN_TIMEOUT_MS = 2_000;
/** Calls that time out, without any complete response, before the run gives up. */
const MAX_TIMEOUTS = 8;

/** Where calls of a kind time out, the run does not wait for the full time of each further one. */
export function timeouts(end: RunEnd): Stage {
  const timedOut = new Map<string, number>();
  let total = 0;
  /** Milliseconds of the slowest complete response; 0 without one. */
  let slowestMs = 0;

  return (next) => async (call) => {
    const kind = kindOf(call);
    const timeoutMs = Math.max(MIN_TIMEOUT_MS, 3 * slowestMs);
    const isOften = (timedOut.get(kind) ?? 0) >= TIMEOUTS_BEFORE_SHORTER_WAIT;
    const isShortened = isOften && (call.timeoutMs ?? Infinity) > timeoutMs;
    const exchange = await next(isShortened ? { ...call, timeoutMs } : call);
    const { failure } = exchange;
    if (failure === undefined) {
      timedOut.delete(kind);
      slowestMs = Math.max(slowestMs, durationOf(exchange));
    }
    if (failure?.kind !== "timeout") return exchange;
    timedOut.set(kind, (timedOut.get(kind) ?? 0) + 1);
    if (++total >= MAX_TIMEOUTS && slowestMs === 0)
      end.why ??= `The deployment completes no response in time: ${failure.message}.`;
    // A time that was cut short proves nothing.
    return isShortened ? { ...exchange, failure: { ...failure, isShortened } } : exchange;
  };
}

/** Writes each call that is sent, and what comes back, into the ledger. */
export function record(ledger: Ledger, check: string, clock: Clock): Stage {
  return (next) => async (call) => {
    const entry = ledger.begin(check, call, clock.now());
    const exchange = await next(call);
    ledger.end(entry, exchange);
    return exchange;
  };
}
