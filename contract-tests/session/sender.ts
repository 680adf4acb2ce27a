/** Sends a call as a well-behaved client does: retry.ts decides what follows an answer, and this does it. */
import type { OutgoingCall } from "../client/calls.ts";
import type { Clock } from "../client/clock.ts";
import type { Exchange, Send } from "../client/exchange.ts";
import { outcomeOf } from "../client/outcome.ts";
import type { Concurrency, Limiter } from "./limiter.ts";
import { untilAnswered } from "./recovery.ts";
import {
  concurrencyAfter,
  type Measure,
  nextAfter,
  operationOf,
  type Wait,
  type Waits,
} from "./retry.ts";
import type { RunEnded } from "./run-ended.ts";

/** The run for which it sends. */
interface Run {
  /** How many calls it has sent. */
  readonly sent: number;
  wait(ms: number, why: string): Promise<void>;
  end(why: string): RunEnded;
}

export class Sender {
  private readonly sendNow: Send;
  private readonly limiter: Limiter;
  private readonly clock: Clock;
  private readonly run: Run;
  private waits: Waits = { totalMs: 0, until: 0 };
  /** How many calls of an operation got no answer for the time of an outage, while the service answered others. */
  private readonly givenUp = new Map<string, number>();
  private recovery: Promise<RunEnded | undefined> | undefined;

  constructor(sendNow: Send, limiter: Limiter, run: Run) {
    this.sendNow = sendNow;
    this.limiter = limiter;
    this.clock = limiter.clock;
    this.run = run;
  }

  /** Resolves with the final answer. Throws RunEnded when the deployment stays away, or asks for more time than a run has. */
  async send(call: OutgoingCall): Promise<Exchange> {
    const operation = operationOf(call);
    const attempts: Exchange[] = [];
    for (;;) {
      const exchange = await this.once(call, concurrencyAfter(attempts));
      attempts.push(exchange);
      const { clock, waits } = this;
      const givenUp = this.givenUp.get(operation) ?? 0;
      const circumstances = { now: clock.now(), epoch: clock.epoch, waits, givenUp };
      const next = nextAfter(attempts, { ...circumstances, sent: this.run.sent });
      if (next.kind === "end") throw this.run.end(next.why);
      if (next.kind === "repeat" && next.waits !== undefined) this.waits = next.waits;
      for (const measure of next.measures) {
        const taken = this.take(measure, exchange);
        // No other call comes between measures that take no time.
        if (taken !== undefined) await taken;
      }
      if (next.kind === "repeat") continue;

      if (next.kind === "give up") this.givenUp.set(operation, givenUp + 1);
      const repeats = attempts.slice(0, -1).find((one) => outcomeOf(one).kind !== "wait");
      return repeats === undefined ? exchange : { ...exchange, repeats };
    }
  }

  /** Without a repetition. */
  async once(call: OutgoingCall, concurrency?: Concurrency): Promise<Exchange> {
    await this.limiter.take(concurrency);
    try {
      await this.recovery;
      return await this.sendNow(call);
    } finally {
      this.limiter.give();
    }
  }

  /** Resolves when the service answers again, or with the end of the run when it stays away. All calls wait meanwhile. */
  untilBack(): Promise<RunEnded | undefined> {
    this.recovery ??= untilAnswered(this.sendNow, (wait) => this.wait(wait), this.clock)
      .then((why) => (why === undefined ? undefined : this.run.end(why)))
      .finally(() => {
        this.recovery = undefined;
      });
    return this.recovery;
  }

  /** Resolves when the next measure may be taken; returns undefined where that is now. */
  private take(measure: Measure, exchange: Exchange): Promise<void> | undefined {
    const { limiter } = this;
    switch (measure) {
      case "one at a time":
        return void limiter.oneAtATime();
      case "fewer at once":
        return void limiter.fewerAtOnce(exchange);
      case "slower":
        return void limiter.slowDown(exchange);
      case "as fast as before":
        return void limiter.speedUp();
      case "until back":
        return this.untilBack().then((end) => {
          if (end !== undefined) throw end;
        });
      default:
        return "holdMs" in measure ? void limiter.pause(measure.holdMs) : this.wait(measure);
    }
  }

  private wait({ ms, why }: Wait): Promise<void> | undefined {
    return ms > 0 ? this.run.wait(ms, why) : undefined;
  }
}
