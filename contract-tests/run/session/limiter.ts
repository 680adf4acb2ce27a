/**
 * Decides when a call may go: how many are under way at once, how fast they follow each other, and
 * until when all of them wait.
 */
import type { Clock } from "../../client/clock.ts";
import type { Exchange } from "../../client/exchange.ts";

/** The default number of calls at the same time. */
export const PARALLEL = 8;
/**
 * Milliseconds between two calls after a rate limit that does not say how long to wait; doubled at
 * each further one.
 */
const MIN_PACE_MS = 50;
const MAX_PACE_MS = 1_000;

/**
 * How calls follow each other. `slower`: one at a time, with longer pauses. `without delays`: no
 * pauses, because the rate of calls was not the cause.
 */
export type Pace = "one at a time" | "fewer at once" | "slower" | "without delays";

/** How a call is sent: alone, or while others are under way. */
export type Concurrency = "alone" | "beside others";

export class Limiter {
  private readonly clock: Clock;
  private readonly rateMs: number;
  private parallel: number;
  /** Milliseconds between two calls since a rate limit was met; 0 without a limit. */
  private paceMs = 0;
  private readonly waiting: { readonly go: () => void; readonly how: Concurrency }[] = [];
  private underWay = 0;
  /** True if the call under way goes alone. */
  private isExclusive = false;
  /** Milliseconds for which all calls had to wait; overlapping waits count once. */
  heldMs = 0;
  /** When the next call may go. */
  nextAt = 0;
  /** When each kind of pace was last set. */
  private readonly changedAt = new Map<Pace, number>();

  /** `rate`: calls per second. */
  constructor(clock: Clock, rate = Infinity, parallel = PARALLEL) {
    this.clock = clock;
    this.rateMs = 1000 / rate;
    this.parallel = Math.max(1, parallel);
  }

  /** The maximum number of calls under way at once. */
  get limit(): number {
    return this.paceMs > 0 ? 1 : this.parallel;
  }

  /**
   * Resolves when a call may go; a call that goes alone is next. The caller must call `release`
   * afterwards.
   */
  async acquire(how: Concurrency = "beside others"): Promise<void> {
    await new Promise<void>((go) => {
      if (how === "alone") this.waiting.unshift({ go, how });
      else this.waiting.push({ go, how });
      this.next();
    });
    while (this.nextAt > this.clock.now()) await this.clock.sleep(this.nextAt - this.clock.now());
    this.nextAt = this.clock.now() + Math.max(this.rateMs, this.paceMs);
  }

  release(): void {
    this.underWay--;
    this.isExclusive = false;
    this.next();
  }

  private next(): void {
    for (;;) {
      const [first] = this.waiting;
      if (first === undefined || this.isExclusive) return;
      if (this.underWay >= (first.how === "alone" ? 1 : this.limit)) return;
      this.waiting.shift();
      this.underWay++;
      this.isExclusive = first.how === "alone";
      first.go();
    }
  }

  /** Lets no call go for this many milliseconds. */
  pause(ms: number): void {
    const from = Math.max(this.nextAt, this.clock.now());
    this.nextAt = Math.max(from, this.clock.now() + ms);
    this.heldMs += this.nextAt - from;
  }

  /**
   * Changes the pace from now on. Ignores the answer to a call that was sent before the last change
   * of this kind, so that a burst of failures counts once.
   */
  setPace(pace: Pace, { sentAt }: Pick<Exchange, "sentAt">): void {
    if (sentAt < (this.changedAt.get(pace) ?? 0)) return;
    this.changedAt.set(pace, this.clock.now());
    if (pace === "without delays") this.paceMs = 0;
    if (pace === "one at a time") this.parallel = 1;
    if (pace === "fewer at once") this.parallel = Math.max(1, Math.floor(this.parallel / 2));
    if (pace === "slower")
      this.paceMs = Math.min(MAX_PACE_MS, Math.max(MIN_PACE_MS, 2 * this.paceMs));
  }
}
