/** Stands between the checks and the client: a call is sent only when the policy, the budget and the rate allow it. */
import { decodeContent } from "../client/content-coding.ts";
import { type Exchange, header, type OutgoingCall, type Send } from "../client/exchange.ts";
import { Barrier } from "./barrier.ts";
import { type BadKeyCounts, countBadKey, gentleRefusal } from "./gentle.ts";
import { limitInFlight, PARALLEL } from "./in-flight.ts";
import { type Rules, refusal } from "./policy.ts";

export interface Budget {
  /** Calls that may be sent in the whole run. */
  readonly maxRequests: number;
  /** Calls per second; unlimited when undefined. */
  readonly rate?: number | undefined;
  /** Calls at the same time. */
  readonly parallel: number;
  /** Milliseconds after the first call from which calls are refused. */
  readonly runMs: number;
}

/** {@link BUDGET} applies to what is undefined. */
export type BudgetOptions = { readonly [Limit in keyof Budget]?: Budget[Limit] | undefined };

export const BUDGET: Budget = { maxRequests: 2000, parallel: PARALLEL, runMs: 15 * 60_000 };

/** Timeouts after which the timeout of further calls is reduced. */
const TIMEOUTS_BEFORE_SHORTER_WAIT = 2;
/** Bytes of a list from which calls are sent one at a time, and it is asked for less often: few lists are in memory then. */
export const LONG_LIST_BYTES = 300_000;
/** Milliseconds of the reduced timeout, unless three times the slowest response is longer. */
const MIN_TIMEOUT_MS = 2_000;

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** What the guard remembers during a run. */
export interface GuardState {
  /** When the first call was sent, in milliseconds since the epoch. */
  startedAt?: number;
  /** Calls that were sent. */
  sent: number;
  /** The body of the last list, without content coding. */
  list?: Uint8Array;
  /** Ids that the run has drawn at random. */
  readonly drawn: Set<bigint>;
  /** Of a gentle run. */
  readonly badKeys: BadKeyCounts;
  /** Whether the deployment has asked to wait: calls are then sent one at a time. */
  hasAskedToWait: boolean;
  /** Until then the deployment has asked to wait, in milliseconds since the epoch. */
  pausedUntil: number;
  timeouts: number;
  /** Milliseconds of the slowest complete response. */
  slowestMs: number;
  /** Milliseconds between two calls of a deployment that limits the rate of calls. */
  paceMs: number;
  /** Set when the run cannot go on: why all further calls are refused. */
  ended?: string;
}

export function newGuardState(): GuardState {
  return {
    sent: 0,
    drawn: new Set(),
    badKeys: {},
    hasAskedToWait: false,
    pausedUntil: 0,
    timeouts: 0,
    slowestMs: 0,
    paceMs: 0,
  };
}

export interface GuardOptions extends Rules {
  readonly baseUrl: string;
  readonly budget?: BudgetOptions | undefined;
  /** When it is aborted, all further calls are refused. */
  readonly signal?: AbortSignal | undefined;
}

/** Calls that may be under way at the same time, as the run stands. */
export function callsAtOnce({ gentle, budget }: Pick<GuardOptions, "gentle" | "budget">, state: GuardState): number {
  const isOne = gentle || state.hasAskedToWait || (state.list?.length ?? 0) > LONG_LIST_BYTES;
  return isOne ? 1 : (budget?.parallel ?? BUDGET.parallel);
}

/** The result of a refused call is an exchange with a failure of the kind `forbidden`. */
export function createGuard(send: Send, options: GuardOptions, state: GuardState, clock: Clock = SYSTEM_CLOCK): Send {
  const { baseUrl, signal } = options;
  const { maxRequests = BUDGET.maxRequests, runMs = BUDGET.runMs, rate } = options.budget ?? {};
  const barrier = new Barrier();
  let nextSlot = 0;

  const reasonToRefuse = (call: OutgoingCall): string | undefined => {
    const now = clock.now();
    if (signal?.aborted) return "The run was interrupted.";
    if (now - (state.startedAt ?? now) > runMs) state.ended = `The time of the run (${runMs / 1000} s) is used up.`;
    else if (state.sent >= maxRequests)
      state.ended = `The budget of ${maxRequests} requests is used up; --max-requests raises it.`;
    return state.ended ?? refusal(call, options, state)?.why ?? gentleRefusal(call, options, state.badKeys);
  };

  /** Where calls time out, the run must not wait for the full timeout of each. */
  const withShorterTimeout = (call: OutgoingCall): OutgoingCall => {
    if (state.timeouts < TIMEOUTS_BEFORE_SHORTER_WAIT) return call;
    const shorter = Math.max(MIN_TIMEOUT_MS, 3 * state.slowestMs);
    return { ...call, timeoutMs: Math.min(call.timeoutMs ?? shorter, shorter) };
  };

  const guarded: Send = async (call) => {
    let why = reasonToRefuse(call);
    if (why === undefined) {
      state.startedAt ??= clock.now();
      state.sent++;
      countBadKey(call, options, state.badKeys);
      const interval = Math.max(rate === undefined ? 0 : 1000 / rate, state.paceMs);
      const slot = Math.max(interval > 0 ? nextSlot : 0, state.pausedUntil, clock.now());
      if (interval > 0) nextSlot = slot + interval;
      if (slot > clock.now()) {
        await clock.sleep(slot - clock.now());
        // While the call waited, another list may have been received.
        why = refusal(call, options, state)?.why;
      }
    }
    if (call.barrier !== undefined) {
      // Calls that are sent together would exceed the rate.
      const isAlone = rate !== undefined || state.paceMs > 0 || call.barrier.size > callsAtOnce(options, state);
      if (isAlone || why !== undefined) barrier.leave(call.barrier);
      else await barrier.pass(call.barrier);
    }
    if (why !== undefined) return refusedExchange(call, why, baseUrl, clock.now());
    const exchange = await send(withShorterTimeout(call));
    const status = exchange.response?.status;
    if (status === 429 || status === 503) state.hasAskedToWait = true;
    if (exchange.failure?.kind === "timeout") state.timeouts++;
    else if (exchange.failure === undefined) state.slowestMs = Math.max(state.slowestMs, exchange.durationMs);
    const list = listBody(exchange);
    // A list that is already known need not be read again.
    if (list !== undefined && list !== state.list && !(state.list && Buffer.compare(list, state.list) === 0))
      state.list = list;
    return exchange;
  };
  return limitInFlight(guarded, () => callsAtOnce(options, state));
}

function refusedExchange(call: OutgoingCall, message: string, baseUrl: string, startedAt: number): Exchange {
  const query = call.query === undefined ? "" : `?${call.query}`;
  return {
    call,
    url: `${baseUrl}${call.path}${query}`,
    requestHeaders: [],
    failure: { kind: "forbidden", message },
    credentialEchoed: false,
    startedAt,
    durationMs: 0,
  };
}

/** Undefined unless the response is a list, to a call with the good key and without a query. */
function listBody({ call, response, failure }: Exchange): Uint8Array | undefined {
  if (call.method !== "GET" || call.path !== "/store/orders" || call.query !== undefined || call.credential !== "good")
    return undefined;
  // 203: a proxy has changed it.
  if (failure !== undefined || (response?.status !== 200 && response?.status !== 203)) return undefined;
  return decodeContent(response.body, header(response, "content-encoding") ?? "");
}
