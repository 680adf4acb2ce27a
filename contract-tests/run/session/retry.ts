/**
 * Decides what a well-behaved client does after an answer: it waits as Retry-After asks, waits for
 * a service that is away, and repeats what failed. Every wait has a bound, and so has their sum.
 * Sends nothing: sender.ts does what this file decides.
 */
import { match } from "../../../spec/interface/match.ts";
import type { OutgoingCall } from "../../client/calls.ts";
import { type Exchange, header } from "../../client/exchange.ts";
import { deviationOf, isProbe } from "../../client/nature.ts";
import { outcomeOf } from "../../client/outcome.ts";
import type { RunSettings } from "../../targets/settings/settings.ts";
import type { Concurrency, Limiter, Pace } from "./limiter.ts";

/**
 * The longest single wait in milliseconds that the deployment may ask for; a longer one ends the
 * run.
 */
const MAX_WAIT_MS = 60_000;
/** We wait this many milliseconds for an outage to end. */
export const MAX_OUTAGE_MS = 30_000;
/**
 * After this many calls of one operation got no answer while the service answered others, we do not
 * wait for further ones.
 */
const MAX_GIVEN_UP = 2;
/** The maximum sum of all waits of a run, in milliseconds. */
const MAX_WAITS_MS = 180_000;
/** We send one call at most this often while the deployment asks to wait. */
const MAX_ATTEMPTS = 6;
/**
 * We send a call with a query, a header or a body beyond the contract at most this often: a gateway
 * may refuse it for these each time.
 */
const MAX_PROBE_ATTEMPTS = 2;
/** Milliseconds before each further attempt; the last value repeats. */
const BACKOFF_MS = [0, 250, 500, 1_000, 2_000];
const TOO_MANY_WAITS =
  "The service has asked to wait for three minutes in all. This looks like a ban or a rate limit: --gentle sends fewer bad keys, --rate N fewer calls per second.";

/** How long a run waits, in milliseconds, and why: "429, Retry-After". */
export interface Wait {
  readonly ms: number;
  readonly why: string;
  /** True if all calls wait. */
  readonly isOfAll?: boolean;
}

/** The settings of a run, and what has happened in it up to the moment of the decision. */
export interface Circumstances extends RunSettings {
  readonly now: number;
  /** Milliseconds from the epoch to the moment 0 of the run's clock. */
  readonly epoch: number;
  /** How many calls the run has sent. */
  readonly sent: number;
  /** How long all calls had to wait so far, and until when they wait. */
  readonly limiter: Pick<Limiter, "heldMs" | "nextAt">;
  /**
   * How many calls of this operation were given up: they got no answer while the service answered
   * others.
   */
  readonly givenUp: number;
}

/** `until back`: all calls wait until the service answers others. */
export type Action = Pace | "until back" | Wait;

/** The decision about a call: its actions come first, in their order. */
export type Next =
  | { readonly kind: "final" | "repeat" | "give up"; readonly actions: readonly Action[] }
  | { readonly kind: "end"; readonly why: string };

const FINAL: Next = { kind: "final", actions: [] };

/** `attempts`: all attempts of one call; the last one has just been answered. */
export function nextAfter(attempts: readonly Exchange[], run: Circumstances): Next {
  const last = attempts.at(-1)!;
  // We repeated every attempt before the last: each has failed, or was asked to wait.
  const failed = attempts.filter((one) => outcomeOf(one).kind !== "wait");
  if (!failed.includes(last)) return afterWait(last, attempts.length - failed.length, run);
  if (!isRepeatable(last) || mayEndService(last.call)) return FINAL;
  return isTimeout(last) ? afterTimeout(failed, run) : afterNoAnswer(failed, run);
}

/** `times`: how often the call was asked to wait. */
function afterWait({ call, response }: Exchange, times: number, run: Circumstances): Next {
  const retryAfter = header(response!, "retry-after");
  const ms = waitMs(retryAfter, times, run);
  // The answer to an odd header or query says nothing about other calls.
  const { by } = deviationOf(call) ?? {};
  const isOdd = by === "query" || by === "header" || by === "body";
  if (ms > MAX_WAIT_MS) return isOdd ? FINAL : { kind: "end", why: tooLong(ms, run.sent - 1) };
  if (times >= (isOdd ? MAX_PROBE_ATTEMPTS : MAX_ATTEMPTS)) return FINAL;

  const isTold = retryAfter !== undefined;
  const wait = { ms, why: `${response!.status}${isTold ? ", Retry-After" : ""}` };
  if (isOdd) return { kind: "repeat", actions: [wait] };
  // All calls wait; otherwise each would be refused several times.
  const addedMs = Math.max(0, run.now + ms - Math.max(run.limiter.nextAt, run.now));
  if (run.limiter.heldMs + addedMs > MAX_WAITS_MS) return { kind: "end", why: TOO_MANY_WAITS };
  const pace = isTold ? "one at a time" : "slower";
  return { kind: "repeat", actions: [pace, { ...wait, isOfAll: true }] };
}

/**
 * The run's own calls may keep the service busy: we repeat a call that timed out once the service
 * answers others.
 */
function afterTimeout(failed: readonly Exchange[], { now, givenUp }: Circumstances): Next {
  const isOften = givenUp >= MAX_GIVEN_UP;
  if (isOften) return { kind: "final", actions: ["fewer at once"] };
  if (failed.length === 1) return { kind: "repeat", actions: ["fewer at once", "until back"] };
  // A service that hangs as a whole is away; if this call alone hangs, we give it up. After 30 s,
  // nobody waits again.
  const isOver = now - failed[0]!.receivedAt >= MAX_OUTAGE_MS;
  const untilBack = isOver ? ([] as const) : (["until back"] as const);
  return { kind: "give up", actions: ["fewer at once", ...untilBack, "without delays"] };
}

/** Decides after a closed connection, or the answer of a gateway. */
function afterNoAnswer(failed: readonly Exchange[], { now, givenUp }: Circumstances): Next {
  const { kind, status } = outcomeOf(failed.at(-1)!);
  const times = failed.length;
  // The connection may have been closed just then: we repeat the call at once.
  if (times === 1) return { kind: "repeat", actions: [] };
  if (kind !== "gateway") return FINAL;
  const isOver = givenUp >= MAX_GIVEN_UP || now - failed[0]!.receivedAt >= MAX_OUTAGE_MS;
  if (isOver) return { kind: "give up", actions: ["without delays"] };

  const why = `${operationOf(failed[0]!.call)} gets no answer`;
  const wait = { ms: backOffMs(times - 2), why };
  // A service that answers other calls, but not this one, may limit the rate of calls.
  const isLimit = times > 2 && status === 503;
  return {
    kind: "repeat",
    actions: ["until back", wait, ...(isLimit ? (["slower"] as const) : [])],
  };
}

/** Names the calls that are given up together: those of an operation, or its probes. */
export function operationOf(call: OutgoingCall): string {
  const { operation } = match(call.method, call.path);
  return `${operation?.id ?? call.path}${isProbe(call) ? " of a probe" : ""}`;
}

/** A call that timed out may have waited for other calls of the run, so we repeat it alone. */
export function concurrencyAfter(attempts: readonly Exchange[]): Concurrency {
  return attempts.some(isTimeout) ? "alone" : "beside others";
}

/** `nth`: 0 for the first repetition. */
export function backOffMs(nth: number): number {
  return BACKOFF_MS[Math.min(nth, BACKOFF_MS.length - 1)]!;
}

export function isTimeout({ failure }: Pick<Exchange, "failure">): boolean {
  return failure?.kind === "timeout";
}

/**
 * True if nothing complete came from the service. A 500 is the service's own answer, which we judge
 * at once.
 */
function isRepeatable(exchange: Exchange): boolean {
  const isBroken = ["reset", "malformed", "timeout"].includes(exchange.failure?.kind ?? "");
  return isBroken || outcomeOf(exchange).kind === "gateway";
}

/**
 * True if a careless service may break down at the call, so that we do not repeat it: a
 * cancellation with the key that the interface does not have. Without the key, a service refuses
 * the call before it reads the id.
 */
function mayEndService({ method, path, credential }: OutgoingCall): boolean {
  const { operation, isValid } = match(method, path);
  return method === "DELETE" && credential === "good" && (operation === undefined || !isValid);
}

/**
 * Returns how many milliseconds the `times`-th 429 or 503 asks to wait (RFC 9110, section 10.2.3).
 */
function waitMs(retryAfter: string | undefined, times: number, run: Circumstances): number {
  if (retryAfter === undefined) return 500 * 2 ** (times - 1);
  // Some limiters send fractions of a second, which Date.parse would read as a date.
  if (/^\d+(?:\.\d+)?$/.test(retryAfter.trim())) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 1000 : Math.max(0, at - run.epoch - run.now);
}

/** `sentBefore`: how many calls were sent before the one that was asked to wait. */
function tooLong(ms: number, sentBefore: number): string {
  const minutes = Math.round(ms / 60_000);
  const duration = minutes < 120 ? `${minutes} min` : `${Math.round(ms / 3_600_000)} h`;
  return `The service asks to wait ${duration} (since call ${sentBefore}). --rate N sends fewer calls per second; --gentle fewer bad keys.`;
}
