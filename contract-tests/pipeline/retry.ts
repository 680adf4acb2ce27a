/**
 * Sends a call as a well-behaved client does: waits as Retry-After asks, waits for a deployment that is away, slows down at a rate limit,
 * and repeats what failed.
 */
import { match } from "../../spec/interface/match.ts";
import type { Clock } from "../client/clock.ts";
import {
  asksToWait,
  type Exchange,
  header,
  isProbe,
  LIST_WITH_KEY,
  type OutgoingCall,
} from "../client/exchange.ts";
import { isGatewayAnswer } from "../ledger/moments.ts";
import { type Availability, MAX_OUTAGE_MS } from "./availability.ts";
import type { Pace } from "./pace.ts";
import { kindOf, type RunEnd, type Stage } from "./sending.ts";

/** Milliseconds of one wait that the deployment asks for. */
const MAX_WAIT_MS = 60_000;
/** Times that one call is sent while the deployment asks to wait. */
const MAX_ATTEMPTS = 6;
/** The same for a call with headers or a query: a gateway may refuse it for these, for ever. */
const MAX_PROBE_ATTEMPTS = 2;
/** Calls fewer than those that a limiter has served, for what the run before has used. */
const RESERVE = 6;
/** Milliseconds before further attempts of a call that alone gets no answer of the service; the last one again and again. */
const BACKOFF_MS = [0, 250, 500, 1_000, 2_000];
const TOO_MANY_WAITS =
  "The service has asked to wait for three minutes in all. This looks like a ban or a rate limit: --gentle sends fewer bad keys, --rate N fewer calls per second.";

export function createRetry(clock: Clock, pace: Pace, availability: Availability, end: RunEnd) {
  const limitedBy = new Set<number>();
  let sent = 0;
  /** Kinds of calls that the deployment asks to delay for longer than a run waits: what it answered, and until when. */
  const delayed = new Map<string, { readonly exchange: Exchange; readonly until: number }>();
  /** Kinds of calls that got no answer of the service for the whole wait, while others did. */
  const unavailable = new Set<string>();

  const stage: Stage = (send) => {
    /** The deployment asks for a longer wait than a run has time for: all calls, or those of this kind alone. */
    const delay = async (call: OutgoingCall, exchange: Exchange, ms: number): Promise<void> => {
      const firstRefused = sent;
      delayed.set(kindOf(call), { exchange, until: clock.now() + ms });
      const plain = kindOf(call) === kindOf(LIST_WITH_KEY) ? exchange : await send(LIST_WITH_KEY);
      if (asksToWait(plain))
        end.why ??= `The service asks to wait ${duration(ms)} (since call ${firstRefused}). --rate N sends fewer calls per second; --max-requests ${Math.max(1, firstRefused - RESERVE)} judges what fits.`;
    };

    const sendAndWait = async (call: OutgoingCall): Promise<Exchange> => {
      const maxAttempts = isProbe(call) ? MAX_PROBE_ATTEMPTS : MAX_ATTEMPTS;
      for (let attempt = 0; ; attempt++) {
        const known = delayed.get(kindOf(call));
        if (known !== undefined && clock.now() < known.until) return { ...known.exchange, call };
        sent++;
        const exchange = await send(call);
        const ms = waitOf(exchange, attempt, clock);
        if (ms === undefined) return exchange;
        pace.oneAtATime();
        if (ms > MAX_WAIT_MS) await delay(call, exchange, ms);
        if (ms > MAX_WAIT_MS || attempt + 1 === maxAttempts) return exchange;
        const { status } = exchange.response!;
        limitedBy.add(status);
        if (header(exchange.response!, "retry-after") === undefined) pace.slowDown(exchange);
        // All calls wait, or each would be refused several times. What an odd header or query gets says nothing about others.
        if (!isProbe(call) && !pace.wait(ms)) {
          end.why ??= TOO_MANY_WAITS;
          return exchange;
        }
        await clock.sleep(ms);
      }
    };

    /** Repeats a call that a gateway has answered, until the service does, or it alone has got no answer for the time of an outage. */
    const sendUntilAnswered = async (call: OutgoingCall, first: Exchange): Promise<Exchange> => {
      const began = clock.now();
      let exchange = first;
      for (let attempt = 0; isAway(exchange); attempt++) {
        if (clock.now() - began > MAX_OUTAGE_MS || unavailable.has(kindOf(call))) {
          unavailable.add(kindOf(call));
          pace.speedUp();
          return exchange;
        }
        if (!(await availability.recover())) return exchange;
        await clock.sleep(BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)]!);
        exchange = await sendAndWait(call);
        // A service that answers others, and not this one, may limit the rate of calls.
        const isRefused = isAway(exchange) && exchange.response?.status === 503;
        if (isRefused) pace.slowDown(exchange);
        else if (pace.intervalMs() > 0 && first.response?.status === 503) limitedBy.add(503);
      }
      return exchange;
    };

    return async (call) => {
      const first = await sendAndWait(call);
      if (!isAway(first)) unavailable.delete(kindOf(call));
      if (!isRepeatable(first)) return first;
      if (mayEndService(call)) {
        if (isAway(first)) await availability.recover();
        return first;
      }
      // The group of a barrier is complete without it.
      const { barrier: _, ...again } = call;
      return { ...(await sendUntilAnswered(again, await sendAndWait(again))), repeats: first };
    };
  };

  return { limitedBy, stage };
}

/**
 * Whether a careless service may break down at the call, so that it is not repeated: a cancellation with the key that the interface does not
 * have. Without the key, it is refused before its text is read.
 */
function mayEndService({ method, path, credential }: OutgoingCall): boolean {
  const { operation, isValid } = match(method, path);
  return method === "DELETE" && credential === "good" && (operation === undefined || !isValid);
}

/** Whether a gateway has answered, or nobody, and has not said when to try again. */
function isAway(exchange: Exchange): boolean {
  return isGatewayAnswer(exchange) && !asksToWait(exchange);
}

/** Whether nothing complete came from the service. 500 is its own and is judged at once. */
function isRepeatable(exchange: Exchange): boolean {
  const { failure } = exchange;
  if (failure === undefined) return isAway(exchange);
  return (
    ["reset", "malformed", "timeout", "unreachable"].includes(failure.kind) &&
    failure.isShortened !== true
  );
}

/** Milliseconds that a 429 or 503 asks to wait (RFC 9110, section 10.2.3); undefined when it does not. */
function waitOf(exchange: Exchange, attempt: number, clock: Clock): number | undefined {
  if (!asksToWait(exchange)) return undefined;
  const value = header(exchange.response!, "retry-after");
  if (value === undefined) return 500 * 2 ** attempt;
  // Some limiters send fractions of a second, which Date.parse would read as a date.
  if (/^\d+(?:\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? 1000 : Math.max(0, at - clock.epoch - clock.now());
}

function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 120 ? `${minutes} min` : `${Math.round(ms / 3_600_000)} h`;
}
