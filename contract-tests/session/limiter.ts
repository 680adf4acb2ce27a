/** When a call may go: how many are under way at once, how fast they follow each other, and until when all of them wait. */
import type { Clock } from "../client/clock.ts";

/** Calls at the same time when nothing else is asked for. */
export const PARALLEL = 8;
/** Milliseconds between two calls after a limit was met that says nothing about time; doubled each time that it is met again. */
const MIN_PACE_MS = 50;
const MAX_PACE_MS = 1_000;

/** How a call is sent: alone, or while others are under way. */
export type Concurrency = "alone" | "beside others";

export class Limiter {
  readonly clock: Clock;
  private readonly rateMs: number;
  private parallel: number;
  /** Milliseconds between two calls since a limit was met; 0 before. */
  private paceMs = 0;
  private readonly waiting: { readonly go: () => void; readonly how: Concurrency }[] = [];
  private underWay = 0;
  /** True if the call that is under way goes alone. */
  private isAlone = false;
  /** When the next call may go. */
  private nextAt = 0;
  private slowedAt = -Infinity;
  private fewerSince = -Infinity;

  /** `rate`: calls per second. */
  constructor(clock: Clock, rate = Infinity, parallel = PARALLEL) {
    this.clock = clock;
    this.rateMs = 1000 / rate;
    this.parallel = Math.max(1, parallel);
  }

  /** Calls that may be under way at once. */
  get limit(): number {
    return this.paceMs > 0 ? 1 : this.parallel;
  }

  /** Resolves when a call may go; one that goes alone is the next. It must be followed by `give`. */
  async take(how: Concurrency = "beside others"): Promise<void> {
    await new Promise<void>((go) => {
      if (how === "alone") this.waiting.unshift({ go, how });
      else this.waiting.push({ go, how });
      this.next();
    });
    for (;;) {
      const ms = this.nextAt - this.clock.now();
      if (ms <= 0) break;
      await this.clock.sleep(ms);
    }
    this.nextAt = this.clock.now() + Math.max(this.rateMs, this.paceMs);
  }

  give(): void {
    this.underWay--;
    this.isAlone = false;
    this.next();
  }

  private next(): void {
    for (;;) {
      const [first] = this.waiting;
      if (first === undefined || this.isAlone) return;
      if (this.underWay >= (first.how === "alone" ? 1 : this.limit)) return;
      this.waiting.shift();
      this.underWay++;
      this.isAlone = first.how === "alone";
      first.go();
    }
  }

  /** No call goes for this many milliseconds. */
  pause(ms: number): void {
    this.nextAt = Math.max(this.nextAt, this.clock.now() + ms);
  }

  /** From now on. */
  oneAtATime(): void {
    this.parallel = 1;
  }

  /** Half as many at once. A call that was sent before the last time changes nothing. */
  fewerAtOnce({ sentAt }: { readonly sentAt: number }): void {
    if (sentAt < this.fewerSince) return;
    this.fewerSince = this.clock.now();
    this.parallel = Math.max(1, Math.floor(this.parallel / 2));
  }

  /** One at a time, and more slowly. A call that was sent before the last slowdown changes nothing. */
  slowDown({ sentAt }: { readonly sentAt: number }): void {
    if (sentAt < this.slowedAt) return;
    this.slowedAt = this.clock.now();
    this.paceMs = Math.min(MAX_PACE_MS, Math.max(MIN_PACE_MS, 2 * this.paceMs));
  }

  /** It was not the rate of calls: they go as before. */
  speedUp(): void {
    this.paceMs = 0;
  }
}
