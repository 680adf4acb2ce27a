/** When a call may go: how many are under way at once, how fast they follow each other, and until when all of them wait. */
import type { Clock } from "../client/clock.ts";

/** Calls at the same time when nothing else is asked for. */
export const PARALLEL = 8;
/** Milliseconds between two calls after a limit without Retry-After was met; doubled each time that it is met again. */
const MIN_PACE_MS = 50;
const MAX_PACE_MS = 1_000;

export class Turns {
  readonly clock: Clock;
  private readonly rateMs: number;
  private parallel: number;
  private readonly waiting: (() => void)[] = [];
  private underWay = 0;
  private paceMs = 0;
  private slowedAt = -Infinity;
  private nextAt = 0;
  private pausedUntil = 0;

  /** `rate`: calls per second. */
  constructor(
    clock: Clock,
    {
      rate,
      parallel = PARALLEL,
    }: { readonly rate?: number | undefined; readonly parallel?: number | undefined },
  ) {
    this.clock = clock;
    this.rateMs = rate === undefined ? 0 : 1000 / rate;
    this.parallel = Math.max(1, parallel);
  }

  /** Calls that may be under way at once. */
  get limit(): number {
    return this.paceMs > 0 ? 1 : this.parallel;
  }

  /** Whether calls follow each other as slowly as asked for, or as the deployment serves them. */
  get isPaced(): boolean {
    return Math.max(this.rateMs, this.paceMs) > 0;
  }

  /** Resolves when a call may go. It must be followed by `give`. */
  async take(): Promise<void> {
    await new Promise<void>((go) => {
      this.waiting.push(go);
      this.next();
    });
    for (;;) {
      const ms = Math.max(this.pausedUntil, this.nextAt) - this.clock.now();
      if (ms <= 0) break;
      await this.clock.sleep(ms);
    }
    if (this.isPaced) this.nextAt = this.clock.now() + Math.max(this.rateMs, this.paceMs);
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
    this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
  }

  oneAtATime(): void {
    this.parallel = 1;
  }

  /** Calls follow each other more slowly. A call that was sent before the last slowdown changes nothing. */
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
