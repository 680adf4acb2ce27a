/**
 * All calls of a run go through here. We send them as a well-behaved client does.
 *
 * send: limiter → safety rules, budget → client → what the answer says about orders → what follows
 * (retry.ts), perhaps the call again
 */

import { cancellationOf, type OutgoingCall } from "../../client/calls.ts";
import type { Clock } from "../../client/clock.ts";
import type { Exchange, Send } from "../../client/exchange.ts";
import { outcomeOf } from "../../client/outcome.ts";
import { drawText } from "../../safety/drawn-ids.ts";
import { gentleRefusal, quietRefusal } from "../../safety/gentle.ts";
import { refusal } from "../../safety/policy.ts";
import type { Refusal } from "../../safety/rules.ts";
import { isList } from "../assertions/list-reader.ts";
import { Budget, LONG_LIST_BYTES } from "./budget.ts";
import { type RunConfig, tierOf } from "./config.ts";
import { type Concurrency, Limiter } from "./limiter.ts";
import {
  expectedIn,
  type RunOrders,
  recordAnswered,
  recordSent,
  recordShown,
} from "./orders/orders.ts";
import { AppearedOrder } from "./orders/others.ts";
import { Received } from "./received.ts";
import { untilAnswered } from "./recovery.ts";
import { type Action, concurrencyAfter, nextAfter, operationOf, type Wait } from "./retry.ts";
import { RunEnded } from "./run-ended.ts";

/** Called with each wait of the run, and with undefined when the run goes on. */
export type WaitListener = (wait: Wait | undefined) => void;

export class Sender {
  private readonly clock: Clock;
  readonly orders: RunOrders;
  readonly budget = new Budget();
  readonly received = new Received();
  readonly limiter: Limiter;
  /** Why the run has ended early; undefined until then. */
  ended: string | undefined;

  private readonly client: Send;
  private readonly config: RunConfig;
  private readonly onWait: WaitListener;
  private readonly appeared = new AppearedOrder();
  /**
   * How many calls of each operation were given up: they got no answer while the service answered
   * others.
   */
  private readonly givenUp = new Map<string, number>();
  private recovery: Promise<RunEnded | undefined> | undefined;

  constructor(
    client: Send,
    config: RunConfig,
    orders: RunOrders,
    clock: Clock,
    onWait: WaitListener,
  ) {
    this.client = client;
    this.config = config;
    this.orders = orders;
    this.clock = clock;
    this.onWait = onWait;
    this.limiter = new Limiter(clock, config.rate, config.gentle ? 1 : config.parallel);
  }

  /**
   * Resolves with the final answer, unjudged. Throws RunEnded if the deployment stays away, or asks
   * for more time than a run has.
   */
  async send(call: OutgoingCall): Promise<Exchange> {
    const { budget, clock, config, limiter } = this;
    const operation = operationOf(call);
    const attempts: Exchange[] = [];
    for (;;) {
      const exchange = await this.once(call, concurrencyAfter(attempts));
      attempts.push(exchange);
      const givenUp = this.givenUp.get(operation) ?? 0;
      const { sent } = budget;
      const run = { ...config, now: clock.now(), epoch: clock.epoch, sent, limiter, givenUp };
      const next = nextAfter(attempts, run);
      if (next.kind === "end") throw this.end(next.why);

      for (const action of next.actions) {
        const done = this.perform(action, exchange);
        // We await only actions that take time, so that no other call starts between the rest.
        if (done !== undefined) await done;
      }
      if (next.kind === "repeat") continue;

      if (next.kind === "give up") this.givenUp.set(operation, givenUp + 1);
      const repeats = attempts.slice(0, -1).find((one) => outcomeOf(one).kind !== "wait");
      return repeats === undefined ? exchange : { ...exchange, repeats };
    }
  }

  /** Sends a call without repeating it. */
  async once(call: OutgoingCall, concurrency?: Concurrency): Promise<Exchange> {
    await this.limiter.acquire(concurrency);
    try {
      await this.recovery;
      return await this.sendNow(call);
    } finally {
      this.limiter.release();
    }
  }

  /**
   * Resolves when the service answers again, or with the end of the run if it stays away. All calls
   * wait meanwhile.
   */
  untilBack(): Promise<RunEnded | undefined> {
    const ask: Send = (call) => this.sendNow(call);
    this.recovery ??= untilAnswered(ask, (ms, why) => this.wait(ms, why), this.clock)
      .then((why) => (why === undefined ? undefined : this.end(why)))
      .finally(() => {
        this.recovery = undefined;
      });
    return this.recovery;
  }

  /** `why`: the reason as a user reads it, such as "429, Retry-After". */
  async wait(ms: number, why: string): Promise<void> {
    this.onWait({ ms, why });
    await this.clock.sleep(ms);
    this.onWait(undefined);
  }

  /** Ends the run, so that nothing more is sent. Returns the error for the caller to throw. */
  end(why: string): RunEnded {
    this.ended ??= why;
    return new RunEnded(why);
  }

  /**
   * Returns the text with `{drawn}` replaced by a random id that no order has. With `sameLow32As`,
   * the two ids have the same lower 32 bits.
   */
  draw(text = "{drawn}", sameLow32As?: bigint): string {
    const { orders, received, config } = this;
    const { drawn } = orders;
    // A read-only run may draw any id that another run may, because it cancels nothing.
    const rules = { ...orders.rules, readOnly: false };
    const isAllowed = (segment: string) =>
      refusal(cancellationOf(segment), rules, { listed: received.listed, drawn }) === undefined;
    return drawText(text, { seed: config.seed, drawn, isAllowed, sameLow32As });
  }

  /** Returns undefined for an action that takes no time. */
  private perform(action: Action, exchange: Exchange): Promise<void> | undefined {
    if (action === "until back")
      return this.untilBack().then((end) => {
        if (end !== undefined) throw end;
      });
    if (typeof action === "string") return void this.limiter.setPace(action, exchange);
    const { ms, why, isOfAll } = action;
    if (isOfAll) this.limiter.pause(ms);
    return ms > 0 ? this.wait(ms, why) : undefined;
  }

  /** Sends a call at this moment, unless it is refused. Keeps what came back. */
  private async sendNow(call: OutgoingCall): Promise<Exchange> {
    const { budget, clock, orders, received } = this;
    const refused = this.refusalOf(call);
    if (refused !== undefined) {
      received.notSent.push({ call, refusal: refused });
      return exchangeNotSent(call, refused, clock.now());
    }
    const why = this.reasonToEnd();
    if (why !== undefined) throw this.end(why);

    budget.count(call, clock.now());
    const named = recordSent(orders, call, clock.now());
    const exchange = await this.client(call);
    if (exchange.failure?.kind === "harness") throw this.end(exchange.failure.message);
    recordAnswered(orders, exchange, named);
    const list = received.keep(exchange, expectedIn(exchange, orders), orders.provided.ids);
    if (list !== undefined) {
      recordShown(orders, list, exchange.receivedAt);
      this.appeared.lookFor(orders, received.lists);
    }
    const bytes = exchange.response?.body.length ?? 0;
    if (isList(exchange) && bytes > LONG_LIST_BYTES)
      this.limiter.setPace("one at a time", exchange);
    return exchange;
  }

  private refusalOf(call: OutgoingCall): Refusal | undefined {
    const { rules, drawn } = this.orders;
    const { listed, exchanges } = this.received;
    const isQuiet = tierOf(this.config, rules) === "quiet";
    return (
      refusal(call, rules, { listed, drawn }) ??
      gentleRefusal(call, rules, exchanges) ??
      (isQuiet ? quietRefusal(call, this.budget.sentQuietly) : undefined)
    );
  }

  private reasonToEnd(): string | undefined {
    const { maxRequests, signal } = this.config;
    if (this.ended !== undefined) return this.ended;
    if (signal?.aborted) return "The run was interrupted.";
    return this.budget.usedUp(this.clock.now(), maxRequests);
  }
}

function exchangeNotSent(call: OutgoingCall, { why }: Refusal, now: number): Exchange {
  const failure = { kind: "forbidden", message: why } as const;
  const nothing = { url: "", requestHeaders: [], credentialEchoed: false };
  return { ...nothing, call, failure, sentAt: now, receivedAt: now };
}
