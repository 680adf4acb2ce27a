/**
 * Sends a call as a well-behaved client does: waits as Retry-After asks, waits for a deployment that cannot be reached, slows down
 * at a rate limit, and repeats a failed call once where that is safe.
 */
import type { Recorder } from "../assertions/finding.ts";
import { operationOf } from "../assertions/response.ts";
import { describeAnswer, statusOf } from "../checks/answer-status.ts";
import { asksToWait, type Exchange, header, isProbe, type OutgoingCall, type Send } from "../client/exchange.ts";
import { sendWhenReachable, UNREACHABLE_WAITS_MS } from "./reachability.ts";
import type { Run } from "./run.ts";

/** Milliseconds of one wait, and of all waits of a check. */
const MAX_WAIT_MS = 15_000;
const MAX_WAITS_MS = 60_000;
/** Times that one call is sent while the deployment asks to wait. */
const MAX_ATTEMPTS = 6;
/** The same for a call with headers or a query: a gateway may refuse it for these, for ever. */
const MAX_PROBE_ATTEMPTS = 2;
/** Milliseconds before further attempts of a call that got 502, 503 or 504 twice. */
const UNAVAILABLE_WAITS_MS = [500, 1000, 2000];
/** Milliseconds between two calls after a rate limit was noticed; doubled each time that it is noticed again. */
const MIN_PACE_MS = 50;
const MAX_PACE_MS = 1000;
/** Timeout of a call whose kind has timed out twice before. */
const HANGING_WAIT_MS = 2_000;
/** Checks with server errors that do not occur again when the call is repeated: from this number on they are a violation. */
const MANY_SERVER_ERRORS = 3;

export interface Retry {
  /** After the deployment could not be reached for some seconds, the run has ended: nothing more is sent. */
  send(call: OutgoingCall): Promise<Exchange>;
  /** The first attempt, when `exchange` is the repeated one. */
  firstAttempt(exchange: Exchange): Exchange | undefined;
  /** The statuses with which calls were refused that were served after a wait. */
  readonly limitedBy: ReadonlySet<number>;
}

/** For one check. `record` is called with every exchange, including repeated ones. */
export function createRetry(run: Run, recorder: Recorder, record: (exchange: Exchange) => void): Retry {
  const { send: sendOnce, state, clock } = run;
  const firstAttempts = new WeakMap<Exchange, Exchange>();
  const limitedBy = new Set<number>();
  let waited = 0;
  let hasServerError = false;

  const recordLimit = (status: number): void => {
    limitedBy.add(status);
    recorder.observe("rate-limits", "limited");
  };

  /** `paceMs` is the pace at which the refused call was sent: many calls that are refused together slow the run down once. */
  const slowDown = (paceMs: number): void => {
    const { guard } = state;
    guard.paceMs = Math.max(guard.paceMs, Math.min(MAX_PACE_MS, Math.max(MIN_PACE_MS, 2 * paceMs)));
  };

  const sendCall: Send = sendWhenReachable(
    run,
    (call) => sendOnce(state.hangingCalls.has(kindOf(call)) ? { timeoutMs: HANGING_WAIT_MS, ...call } : call),
    record,
  );

  const sendAndWait = async (call: OutgoingCall): Promise<Exchange> => {
    const maxAttempts = isProbe(call) ? MAX_PROBE_ATTEMPTS : MAX_ATTEMPTS;
    for (let attempt = 0; ; attempt++) {
      const { paceMs } = state.guard;
      const exchange = await sendCall(call);
      const wait = retryAfter(exchange, attempt, clock.now());
      if (wait === undefined || wait > MAX_WAIT_MS || waited + wait > MAX_WAITS_MS || attempt + 1 === maxAttempts)
        return exchange;
      if (exchange.response?.status === 429) {
        recordLimit(429);
        if (header(exchange.response, "retry-after") === undefined) slowDown(paceMs);
      }
      waited += wait;
      // All calls wait, or each would be refused several times. What an odd header or query gets says nothing about others.
      const { guard } = state;
      if (!isProbe(call)) guard.pausedUntil = Math.max(guard.pausedUntil, clock.now() + wait);
      await clock.sleep(wait);
    }
  };

  /** While a service restarts, or a limiter without Retry-After refuses calls, a gateway answers the repetition too. */
  const sendLater = async (call: OutgoingCall, refused: Exchange): Promise<Exchange> => {
    // A call of its kind may have given up while this one waited for its turn.
    if (state.unavailableCalls.has(kindOf(call))) return refused;
    const { guard } = state;
    const { paceMs } = guard;
    // A limiter lets few calls through: other calls would take them. While a service restarts, all calls wait; what an odd
    // header or query gets says nothing about others.
    const mayBeLimiter = refused.response?.status === 503;
    if (mayBeLimiter) guard.paceMs = MAX_PACE_MS;
    let exchange = refused;
    for (const wait of refused.startedAt < state.recoveredAt ? [0, ...UNAVAILABLE_WAITS_MS] : UNAVAILABLE_WAITS_MS) {
      if (!mayBeLimiter && !isProbe(call)) guard.pausedUntil = Math.max(guard.pausedUntil, clock.now() + wait);
      await clock.sleep(wait);
      exchange = await sendAndWait(call);
      if (!isGatewayError(exchange)) break;
    }
    if (mayBeLimiter) guard.paceMs = paceMs;
    if (isGatewayError(exchange)) {
      state.unavailableCalls.add(kindOf(call));
      return refused;
    }
    state.recoveredAt = Math.max(state.recoveredAt, exchange.startedAt);
    if (mayBeLimiter) {
      slowDown(paceMs);
      recordLimit(503);
    }
    return exchange;
  };

  /** One call after the other. */
  const sendLaterInTurn = (call: OutgoingCall, refused: Exchange): Promise<Exchange> => {
    const sent = (state.lastUnavailable ?? Promise.resolve()).then(() => sendLater(call, refused));
    state.lastUnavailable = sent.catch(() => {});
    return sent;
  };

  /**
   * Whether the deployment closes the connections of all calls, also after some seconds. A client that is banned sees that, and it
   * is then no fault of this call. The run has then ended.
   */
  const closesEveryConnection = async (): Promise<boolean> => {
    const hasAnswered = state.guard.slowestMs > 0;
    if (!hasAnswered || state.hasCrashed) return false;
    for (const wait of [0, ...UNREACHABLE_WAITS_MS]) {
      await clock.sleep(wait);
      for (const path of ["/store/orders", "/pets/1"])
        if (!isReset(await sendCall({ method: "GET", path, credential: "good" })))
          return state.guard.ended !== undefined;
    }
    state.guard.ended = CLOSES_EVERY_CONNECTION;
    return true;
  };

  const isRepeatable = (call: OutgoingCall, exchange: Exchange): boolean => {
    const { failure } = exchange;
    if (asksToWait(exchange)) return false;
    if (failure !== undefined)
      return (
        ["reset", "malformed"].includes(failure.kind) ||
        (failure.kind === "timeout" && !state.hangingCalls.has(kindOf(call)))
      );
    return isGatewayError(exchange);
  };

  /** `paceMs` is the pace at which the call was sent, `repeatedAt` when it was sent again. */
  const recordServerError = (exchange: Exchange, paceMs: number, repeatedAt: number): void => {
    const why = `got ${describeAnswer(exchange)}, and a documented response when repeated.`;
    recorder.advise("server-error-once", `A call ${why}`, [exchange]);
    // A limiter refuses single calls too: a 503 is the service's own only at a pace that no limiter refuses.
    if (statusOf(exchange) === 503 && paceMs < MAX_PACE_MS) {
      if (state.guard.paceMs > 0) recordLimit(503);
      return slowDown(paceMs);
    }
    const operation = operationOf(exchange.call)?.id;
    // Those of one check may come from one restart of the service.
    if (operation === undefined || hasServerError) return;
    // Checks that run at the same time meet the same restart: their calls were sent before one was answered again.
    const isSameOutage = exchange.startedAt < state.recoveredAt;
    state.recoveredAt = Math.max(state.recoveredAt, repeatedAt);
    if (isSameOutage) return;
    hasServerError = true;
    if (++state.serverErrors < MANY_SERVER_ERRORS) return;
    const clause = {
      listOrders: "list-ok",
      cancelOrder: "cancel-unknown-not-found",
      getPet: "pets-unauthorized",
    } as const;
    recorder.violated(clause[operation], `Several calls of the run ${why}`, [exchange]);
  };

  /** Both attempts may have met the same end or start of a gateway; a call that may end the service is not sent a third time. */
  const sendOnceMore = async (call: OutgoingCall, first: Exchange, second: Exchange): Promise<Exchange> => {
    if (isGatewayError(first) && isGatewayError(second)) return sendLaterInTurn(call, second);
    const isKnown = operationOf(call)?.known === true;
    return isKnown && isReset(first) && isReset(second) ? sendAndWait(call) : second;
  };

  const sendRepeatedly = async (call: OutgoingCall): Promise<Exchange> => {
    const { paceMs } = state.guard;
    const first = await sendAndWait(call);
    if (!isRepeatable(call, first)) return first;
    // The group of a barrier is complete without it.
    const { barrier: _, ...again } = call;
    const second = await sendAndWait(again);
    if (first.failure?.kind === "timeout" && second.failure?.kind === "timeout") state.hangingCalls.add(kindOf(call));
    if ((isGatewayError(first) || isBrokenOff(first)) && (statusOf(second) ?? 500) < 500)
      recordServerError(first, paceMs, second.startedAt);
    if (isReset(first) && isReset(second)) {
      // A call that no client should send ended the service, or its connection: no ban. Beside others it is not known which did.
      if (state.knownCalls === 0) state.hasCrashed = true;
      if (await closesEveryConnection()) return sendOnce(again);
    }
    const last = await sendOnceMore(again, first, second);
    firstAttempts.set(last, first);
    return last;
  };

  return {
    limitedBy,
    firstAttempt: (exchange) => firstAttempts.get(exchange),
    async send(call) {
      const isKnown = operationOf(call)?.known === true;
      if (isKnown) state.knownCalls++;
      try {
        return await sendRepeatedly(call);
      } finally {
        if (isKnown) state.knownCalls--;
      }
    },
  };
}

const CLOSES_EVERY_CONNECTION =
  "The deployment closes every connection by now. This looks like a ban: --gentle sends fewer bad keys, --rate N fewer calls per second.";

const isReset = ({ failure }: Exchange): boolean => failure?.kind === "reset";

/** A part of the response arrived, so it is no connection that was closed before the call reached the service. */
const isBrokenOff = ({ response, failure }: Exchange): boolean =>
  response !== undefined && (failure?.kind === "reset" || failure?.kind === "malformed");

/** Calls that are likely to time out together. */
function kindOf(call: OutgoingCall): string {
  const operation = operationOf(call);
  return `${operation?.id ?? call.path} ${operation?.known} ${isProbe(call)} ${call.credential === "good" ? "good" : "bad"}`;
}

/** Statuses of a gateway; 500 is the service's own and is judged at once. */
function isGatewayError(exchange: Exchange): boolean {
  return [502, 503, 504].includes(statusOf(exchange) ?? 0);
}

/** Milliseconds that a 429 or 503 asks to wait (RFC 9110, section 10.2.3); undefined when it does not. */
function retryAfter({ response }: Exchange, attempt: number, now: number): number | undefined {
  if (response === undefined || (response.status !== 429 && response.status !== 503)) return undefined;
  const value = header(response, "retry-after");
  if (value === undefined) return response.status === 429 ? 500 * 2 ** attempt : undefined;
  // Some limiters send fractions of a second, which Date.parse would read as a date.
  if (/^\d+(?:\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? 1000 : Math.max(0, at - now);
}
