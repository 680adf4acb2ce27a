/**
 * Sends a call as a well-behaved client does: waits as Retry-After asks, waits for a deployment that is away, slows down at a rate limit,
 * and repeats what failed. Every wait has a bound, and all of them together, too.
 */
import { match } from "../../spec/interface/match.ts";
import type { Clock } from "../client/clock.ts";
import {
  asksToWait,
  type Exchange,
  GET_PET,
  header,
  isGatewayAnswer,
  isProbe,
  LIST_CALL,
  LIST_WITH_KEY,
  type OutgoingCall,
  type Response,
  type Send,
} from "../client/exchange.ts";
import { RunEnded, StaysAway } from "./run-ended.ts";
import type { Turns } from "./turns.ts";

/** Milliseconds of one wait that the deployment asks for; a longer one ends the run. */
const MAX_WAIT_MS = 60_000;
/** Milliseconds for which an outage is waited for. */
const MAX_OUTAGE_MS = 30_000;
/** Calls of one operation that alone got no answer in this time, after which further ones are not waited for. */
const MAX_GIVEN_UP = 2;
/** Milliseconds of all waits of a run. */
const MAX_WAITS_MS = 180_000;
/** Times that one call is sent while the deployment asks to wait. */
const MAX_ATTEMPTS = 6;
/** The same for a call with headers or a query: a gateway may refuse it for these, for ever. */
const MAX_PROBE_ATTEMPTS = 2;
/** Calls fewer than those that a limiter has served, for what the run before has used. */
const RESERVE = 6;
/** Milliseconds before further attempts; the last one again and again. */
const BACKOFF_MS = [0, 250, 500, 1_000, 2_000];
/** What asks whether a deployment is back: neither has an effect. One operation alone may be out of order. */
const QUESTIONS: readonly OutgoingCall[] = [LIST_CALL, GET_PET].map((call) => ({
  ...call,
  credential: "good",
}));
const TOO_MANY_WAITS =
  "The service has asked to wait for three minutes in all. This looks like a ban or a rate limit: --gentle sends fewer bad keys, --rate N fewer calls per second.";

/** For how long a run waits, and why: "429, Retry-After". */
export interface Wait {
  readonly ms: number;
  readonly why: string;
}

export class Patience {
  /** The statuses with which calls were refused that were served after a wait. */
  readonly limitedBy = new Set<number>();
  private readonly sendNow: Send;
  private readonly turns: Turns;
  private readonly clock: Clock;
  private readonly sleepFor: (ms: number, why: string) => Promise<void>;
  private readonly sent: () => number;
  /** Milliseconds of all waits so far; waits at the same time count once. */
  private waitedMs = 0;
  private waitingUntil = 0;
  private recovery: Promise<void> | undefined;
  /** Kinds of calls that the deployment asks to delay for longer than a run waits: what it answered, and until when. */
  private readonly delayed = new Map<
    string,
    { readonly exchange: Exchange; readonly until: number }
  >();
  /** How many calls of an operation got no answer for the time of an outage, while the service answered others. */
  private readonly givenUp = new Map<string, number>();

  /** `sent`: how many calls the run has sent. */
  constructor(
    sendNow: Send,
    turns: Turns,
    sleepFor: (ms: number, why: string) => Promise<void>,
    sent: () => number,
  ) {
    this.sendNow = sendNow;
    this.turns = turns;
    this.clock = turns.clock;
    this.sleepFor = sleepFor;
    this.sent = sent;
  }

  /** What came back in the end. Throws RunEnded when the deployment stays away, or asks for more time than a run has. */
  async send(call: OutgoingCall): Promise<Exchange> {
    const known = this.delayed.get(kindOf(call));
    if (known !== undefined && this.clock.now() < known.until) return { ...known.exchange, call };

    let first: Exchange | undefined;
    let [asked, failed] = [0, 0];
    for (;;) {
      const exchange = await this.once(call);
      const isAsked = asksToWait(exchange);
      const isRepeated = isAsked
        ? await this.waitAsAsked(call, exchange, asked++)
        : await this.waitUntilBack(call, exchange, failed++, first ?? exchange);
      if (!isRepeated) {
        if (first?.response?.status === 503 && this.turns.isPaced) this.limitedBy.add(503);
        return first === undefined ? exchange : { ...exchange, repeats: first };
      }
      if (!isAsked) first ??= exchange;
    }
  }

  /** Without a repetition. */
  async once(call: OutgoingCall): Promise<Exchange> {
    await this.turns.take();
    try {
      await this.recovery;
      return await this.sendNow(call);
    } finally {
      this.turns.give();
    }
  }

  /** Resolves when the service answers again. All calls wait meanwhile. Throws RunEnded when it stays away. */
  async untilBack(): Promise<void> {
    this.recovery ??= this.askUntilBack().finally(() => {
      this.recovery = undefined;
    });
    await this.recovery;
  }

  private async askUntilBack(): Promise<void> {
    const began = this.clock.now();
    for (let attempt = 0; ; attempt++) {
      await this.backOff(Math.min(attempt, 3), "nothing answers");
      for (const [nth, question] of QUESTIONS.entries()) {
        const answer = await this.sendNow(question);
        if (!isAway(answer)) return;
        const ms = this.clock.now() - began;
        if (nth === QUESTIONS.length - 1 && ms > MAX_OUTAGE_MS)
          throw new StaysAway(describeOutage(answer, ms));
      }
    }
  }

  private async backOff(attempt: number, why: string): Promise<void> {
    const ms = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)]!;
    if (ms > 0) await this.sleepFor(ms, why);
  }

  /** Waits as Retry-After asks. False when the call is not to be sent again. */
  private async waitAsAsked(
    call: OutgoingCall,
    exchange: Exchange,
    attempt: number,
  ): Promise<boolean> {
    const ms = retryAfter(exchange.response!, attempt, this.clock);
    // What an odd header or query gets says nothing about other calls.
    if (!isProbe(call)) this.turns.oneAtATime();
    if (ms > MAX_WAIT_MS) await this.delay(call, exchange, ms);
    const maxAttempts = isProbe(call) ? MAX_PROBE_ATTEMPTS : MAX_ATTEMPTS;
    if (ms > MAX_WAIT_MS || attempt + 1 >= maxAttempts) return false;
    await this.wait(call, exchange, ms);
    return true;
  }

  private async wait(call: OutgoingCall, exchange: Exchange, ms: number): Promise<void> {
    const response = exchange.response!;
    this.limitedBy.add(response.status);
    const isAsked = header(response, "retry-after") !== undefined;
    if (!isProbe(call) && !isAsked) this.turns.slowDown(exchange);
    // All calls wait, or each would be refused several times.
    if (!isProbe(call)) this.turns.pause(ms);
    const until = this.clock.now() + ms;
    this.waitedMs += Math.max(0, until - Math.max(this.waitingUntil, this.clock.now()));
    this.waitingUntil = Math.max(this.waitingUntil, until);
    if (this.waitedMs > MAX_WAITS_MS) throw new RunEnded(TOO_MANY_WAITS);
    await this.sleepFor(ms, `${response.status}${isAsked ? ", Retry-After" : ""}`);
  }

  /** The deployment asks for a longer wait than a run has time for: for all calls, or for those of this kind alone. */
  private async delay(call: OutgoingCall, exchange: Exchange, ms: number): Promise<void> {
    const firstRefused = this.sent() - 1;
    this.delayed.set(kindOf(call), { exchange, until: this.clock.now() + ms });
    const isPlain = kindOf(call) === kindOf(LIST_WITH_KEY);
    const plain = isPlain ? exchange : await this.once(LIST_WITH_KEY);
    if (!asksToWait(plain)) return;
    const judged = Math.max(1, firstRefused - RESERVE);
    throw new RunEnded(
      `The service asks to wait ${duration(ms)} (since call ${firstRefused}). --rate N sends fewer calls per second; --max-requests ${judged} judges what fits.`,
    );
  }

  /**
   * Waits for a service that has not answered, until it answers other calls. False when the call is not to be sent again: it was answered, or
   * it alone has got no answer for the time of an outage.
   */
  private async waitUntilBack(
    call: OutgoingCall,
    exchange: Exchange,
    attempt: number,
    first: Exchange,
  ): Promise<boolean> {
    const operation = match(call.method, call.path).operation?.id ?? call.path;
    if (!isRepeatable(exchange) || mayEndService(call)) return false;
    // A broken connection may have been closed at this moment: the call is sent once more at once.
    if (attempt === 0 || !isAway(exchange)) return attempt === 0;

    const times = this.givenUp.get(operation) ?? 0;
    const limit = times < MAX_GIVEN_UP ? MAX_OUTAGE_MS : 0;
    if (this.clock.now() - first.receivedAt >= limit) {
      this.givenUp.set(operation, times + 1);
      this.turns.speedUp();
      return false;
    }
    await this.untilBack();
    await this.backOff(attempt - 1, `${operation} gets no answer`);
    // A service that answers others, and not this one, may limit the rate of calls.
    if (attempt > 1 && exchange.response?.status === 503) this.turns.slowDown(exchange);
    return true;
  }
}

/** Calls of one kind are likely to be answered, or not to be, in the same way. */
export function kindOf(call: OutgoingCall): string {
  const { operation, isValid } = match(call.method, call.path);
  const key = call.credential === "good" ? "good" : "bad";
  return `${operation?.id ?? call.path} ${isValid} ${isProbe(call)} ${key}`;
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

/** Milliseconds that a 429 or 503 asks to wait (RFC 9110, section 10.2.3). */
function retryAfter(response: Response, attempt: number, clock: Clock): number {
  const value = header(response, "retry-after");
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

function describeOutage({ failure, response }: Exchange, ms: number): string {
  const forSeconds = `for ${Math.round(ms / 1000)} s`;
  if (failure?.kind === "unreachable")
    return `The deployment could not be reached any more, ${forSeconds}: ${failure.message}.`;
  if (failure !== undefined)
    return `The deployment has closed every connection ${forSeconds}. This looks like a ban: --gentle sends fewer bad keys, --rate N fewer calls per second.`;
  return `Every call has got a ${response?.status} from a gateway ${forSeconds}.`;
}
