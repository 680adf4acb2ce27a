/** When a call may go: how many are under way at once, how fast they follow each other, and until when all of them wait. */
import type { Clock } from "../client/clock.ts";

/** Calls at the same time when nothing else is asked for. */
export const PARALLEL = 8;
/** Milliseconds between two calls after a limit was met that says nothing about time; doubled each time that it is met again. */
const MIN_PACE_MS = 50;
const MAX_PACE_MS = 1_000;

export class Turns {
  readonly clock: Clock;
  private readonly rateMs: number;
  private parallel: number;
  /** Milliseconds between two calls since a limit was met; 0 before. */
  private paceMs = 0;
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;
  /** When the next call may go. */
  private nextAt = 0;
  private slowedAt = -Infinity;

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

  /** Resolves when a call may go. It must be followed by `give`. */
  async take(): Promise<void> {
    await new Promise<void>((go) => {
      this.waiting.push(go);
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
    this.next();
  }

  private next(): void {
    while (this.waiting.length > 0 && this.underWay < this.limit) {
      this.underWay++;
      this.waiting.shift()!();
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
