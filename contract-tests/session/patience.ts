/**
 * Sends a call as a well-behaved client does: waits as Retry-After asks, waits for a deployment that is away, sends one call at a time from
 * the first limit on, and repeats what failed. Every wait has a bound, and all of them together, too.
 */
import { match } from "../../spec/interface/match.ts";
import { asksToWait, isGatewayAnswer } from "../client/answer.ts";
import { GET_PET, LIST_WITH_KEY, type OutgoingCall } from "../client/calls.ts";
import type { Clock } from "../client/clock.ts";
import { type Exchange, header, type Response, type Send } from "../client/exchange.ts";
import { deviationOf, isProbe } from "../client/nature.ts";
import type { RunEnded } from "./run-ended.ts";
import type { How, Turns } from "./turns.ts";

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
/** How often a call with headers or a query is sent: a gateway may refuse it for these, for ever. */
const MAX_PROBE_ATTEMPTS = 2;
/** Milliseconds before further attempts; the last one again and again. */
const BACKOFF_MS = [0, 250, 500, 1_000, 2_000];
/** The calls that ask whether a deployment is back: neither has an effect. One operation alone may be out of order. */
const QUESTIONS = [LIST_WITH_KEY, { ...GET_PET, credential: "good" }] as const;
const TOO_MANY_WAITS =
  "The service has asked to wait for three minutes in all. This looks like a ban or a rate limit: --gentle sends fewer bad keys, --rate N fewer calls per second.";

/** How long a run waits, and why: "429, Retry-After". */
export interface Wait {
  readonly ms: number;
  readonly why: string;
}

/** The run for which it sends. */
interface Run {
  /** How many calls it has sent. */
  readonly sent: number;
  wait(ms: number, why: string): Promise<void>;
  end(why: string): RunEnded;
}

export class Patience {
  private readonly sendNow: Send;
  private readonly turns: Turns;
  private readonly clock: Clock;
  private readonly run: Run;
  /** Milliseconds of all waits so far; waits at the same time count once. */
  private waitedMs = 0;
  private waitingUntil = 0;
  private recovery: Promise<RunEnded | undefined> | undefined;
  /** How many calls of an operation got no answer for the time of an outage, while the service answered others. */
  private readonly givenUp = new Map<string, number>();

  constructor(sendNow: Send, turns: Turns, run: Run) {
    this.sendNow = sendNow;
    this.turns = turns;
    this.clock = turns.clock;
    this.run = run;
  }

  /** Resolves with the final answer. Throws RunEnded when the deployment stays away, or asks for more time than a run has. */
  async send(call: OutgoingCall): Promise<Exchange> {
    let first: Exchange | undefined;
    let [asked, failed] = [0, 0];
    let how: How = "beside others";
    for (;;) {
      const exchange = await this.once(call, how);
      const isAsked = asksToWait(exchange);
      const isRepeated = isAsked
        ? await this.waitAsAsked(exchange, asked++)
        : await this.waitUntilBack(exchange, failed++, first ?? exchange);
      if (!isRepeated) return first === undefined ? exchange : { ...exchange, repeats: first };
      if (!isAsked) first ??= exchange;
      // A call that has timed out may have waited for others of the run itself.
      if (exchange.failure?.kind === "timeout") how = "alone";
    }
  }

  /** Without a repetition. */
  async once(call: OutgoingCall, how?: How): Promise<Exchange> {
    await this.turns.take(how);
    try {
      await this.recovery;
      return await this.sendNow(call);
    } finally {
      this.turns.give();
    }
  }

  /** Resolves when the service answers again, or with the end of the run when it stays away. All calls wait meanwhile. */
  untilBack(): Promise<RunEnded | undefined> {
    this.recovery ??= this.askUntilBack().finally(() => {
      this.recovery = undefined;
    });
    return this.recovery;
  }

  private async askUntilBack(): Promise<RunEnded | undefined> {
    const began = this.clock.now();
    let last: Exchange | undefined;
    for (let attempt = 0; ; attempt++) {
      await this.backOff(Math.min(attempt, 3), "nothing answers");
      for (const [nth, question] of QUESTIONS.entries()) {
        const answer = await this.sendNow(question);
        // A question that a quiet run may not send any more tells nothing.
        const isUnsent = answer.failure?.kind === "forbidden";
        if (!isUnsent && !isAway(answer) && answer.failure?.kind !== "timeout") return undefined;
        if (!isUnsent) last = answer;
        const ms = this.clock.now() - began;
        if (nth === QUESTIONS.length - 1 && ms > MAX_OUTAGE_MS)
          return this.run.end(describeOutage(last ?? answer, ms));
      }
    }
  }

  private async backOff(attempt: number, why: string): Promise<void> {
    const ms = BACKOFF_MS[Math.min(attempt, BACKOFF_MS.length - 1)]!;
    if (ms > 0) await this.run.wait(ms, why);
  }

  /** Waits as Retry-After asks. False when the call is not to be sent again. Throws RunEnded when a run has no time for that. */
  private async waitAsAsked(exchange: Exchange, attempt: number): Promise<boolean> {
    const response = exchange.response!;
    const ms = retryAfter(response, attempt, this.clock);
    // The answer to an odd header or query says nothing about other calls.
    const { by } = deviationOf(exchange.call) ?? {};
    const isOdd = by === "query" || by === "header" || by === "body";
    if (ms > MAX_WAIT_MS && !isOdd) throw this.run.end(tooLong(ms, this.run.sent - 1));
    const maxAttempts = isOdd ? MAX_PROBE_ATTEMPTS : MAX_ATTEMPTS;
    if (ms > MAX_WAIT_MS || attempt + 1 >= maxAttempts) return false;

    // All calls wait, or each would be refused several times.
    const isAsked = header(response, "retry-after") !== undefined;
    if (!isOdd && isAsked) this.turns.oneAtATime();
    if (!isOdd && !isAsked) this.turns.slowDown(exchange);
    if (!isOdd) this.turns.pause(ms);
    const now = this.clock.now();
    if (!isOdd) this.waitedMs += Math.max(0, now + ms - Math.max(this.waitingUntil, now));
    this.waitingUntil = Math.max(this.waitingUntil, now + ms);
    if (this.waitedMs > MAX_WAITS_MS) throw this.run.end(TOO_MANY_WAITS);
    await this.run.wait(ms, `${response.status}${isAsked ? ", Retry-After" : ""}`);
    return true;
  }

  /**
   * Waits for a service that has not answered, until it answers other calls. False when the call is not to be sent again: it was answered, or
   * it alone has got no answer for the time of an outage.
   */
  private async waitUntilBack(
    exchange: Exchange,
    attempt: number,
    first: Exchange,
  ): Promise<boolean> {
    const { call } = exchange;
    const { operation: called } = match(call.method, call.path);
    const operation = `${called?.id ?? call.path}${isProbe(call) ? " of a probe" : ""}`;
    if (!isRepeatable(exchange) || mayEndService(call)) return false;
    const times = this.givenUp.get(operation) ?? 0;
    const isOften = times >= MAX_GIVEN_UP;
    const hangs = exchange.failure?.kind === "timeout";
    if (hangs) this.turns.fewerAtOnce(exchange);
    if (hangs && isOften) return false;
    // A broken connection may have been closed at this moment: the call is sent once more at once.
    if (attempt === 0 && !hangs) return true;
    if (!hangs && !isAway(exchange)) return false;
    // What the run itself has sent may keep the service busy: what has timed out is sent again when it answers others.
    if (attempt === 0) {
      const away = await this.untilBack();
      if (away !== undefined) throw away;
      return true;
    }

    // A service that hangs as a whole is away; what hangs alone is given up at once.
    const isOver = this.clock.now() - first.receivedAt >= (isOften ? 0 : MAX_OUTAGE_MS);
    const end = isOver ? undefined : await this.untilBack();
    if (end !== undefined) throw end;
    if (hangs || isOver) {
      this.givenUp.set(operation, times + 1);
      this.turns.speedUp();
      return false;
    }
    await this.backOff(attempt - 1, `${operation} gets no answer`);
    // A service that answers others, and not this one, may limit the rate of calls.
    if (attempt > 1 && exchange.response?.status === 503) this.turns.slowDown(exchange);
    return true;
  }
}

/**
 * True if a careless service may break down at the call, so that it is not repeated: a cancellation with the key that the interface does not
 * have. Without the key, it is refused before its text is read.
 */
function mayEndService({ method, path, credential }: OutgoingCall): boolean {
  const { operation, isValid } = match(method, path);
  return method === "DELETE" && credential === "good" && (operation === undefined || !isValid);
}

/** True if a gateway has answered, or nobody, and has not said when to try again. */
function isAway(exchange: Exchange): boolean {
  return isGatewayAnswer(exchange) && !asksToWait(exchange);
}

/** True if nothing complete came from the service. 500 is its own and is judged at once. */
function isRepeatable(exchange: Exchange): boolean {
  const { kind = "" } = exchange.failure ?? {};
  return ["reset", "malformed", "timeout"].includes(kind) || isAway(exchange);
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

/** `firstRefused`: how many calls were sent before. */
function tooLong(ms: number, firstRefused: number): string {
  const minutes = Math.round(ms / 60_000);
  const duration = minutes < 120 ? `${minutes} min` : `${Math.round(ms / 3_600_000)} h`;
  return `The service asks to wait ${duration} (since call ${firstRefused}). --rate N sends fewer calls per second; --gentle fewer bad keys.`;
}

function describeOutage({ failure, response }: Exchange, ms: number): string {
  const forSeconds = `for ${Math.round(ms / 1000)} s`;
  if (failure === undefined)
    return `Every call has got a ${response?.status} from a gateway ${forSeconds}.`;
  if (failure.kind === "reset")
    return `The deployment has closed every connection ${forSeconds}. This looks like a ban: --gentle sends fewer bad keys, --rate N fewer calls per second.`;
  return `The deployment has answered nothing ${forSeconds}: ${failure.message}.`;
}
