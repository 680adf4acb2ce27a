/**
 * One run against one deployment, as a step uses it: to send calls, draw ids, read lists and find
 * orders.
 *
 * send: sender.ts → if the key is refused, further calls that tell why (refused-key.ts) → the
 * clauses that bind every response
 */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { OutgoingCall } from "../../client/calls.ts";
import { type Clock, SYSTEM_CLOCK } from "../../client/clock.ts";
import type { Exchange, Send } from "../../client/exchange.ts";
import type { Tier } from "../../tables/table.ts";
import { createFindings, type Finding, type Recorder } from "../assertions/finding.ts";
import { assertResponse } from "../assertions/response.ts";
import type { Budget } from "./budget.ts";
import { type RunConfig, type SessionConfig, tierOf } from "./config.ts";
import { Coverage } from "./coverage.ts";
import { Baseline } from "./lists/baseline.ts";
import { RunOrders } from "./orders/orders.ts";
import type { Received } from "./received.ts";
import { explainRefusal } from "./refused-key.ts";
import type { RunEnded } from "./run-ended.ts";
import { Sender, type WaitListener } from "./sender.ts";

export class Session {
  readonly config: RunConfig;
  readonly clock: Clock;
  readonly orders: RunOrders;
  readonly received: Received;
  /** All exchanges, with long bodies cut. */
  readonly exchanges: Received["exchanges"];
  /** The lists that plain calls got, in the order in which they arrived. */
  readonly lists: Received["lists"];
  readonly budget: Budget;
  readonly coverage = new Coverage();
  readonly baseline = new Baseline();
  /** Receives the findings of the current step. */
  report: Recorder = createFindings().recorder;
  /**
   * True if the key may list, but every cancellation with it gets 403; false if one gets another
   * answer; undefined until one gets 403.
   */
  mayOnlyList: boolean | undefined;
  private readonly sender: Sender;
  /** Called when the current step waits. */
  private onWait: WaitListener | undefined;

  /** `client` sends to the deployment, with the key. */
  constructor(client: Send, config: SessionConfig, clock = SYSTEM_CLOCK) {
    this.config = config;
    this.clock = clock;
    this.orders = new RunOrders(config);
    this.sender = new Sender(client, config, this.orders, clock, (wait) => this.onWait?.(wait));
    this.received = this.sender.received;
    this.exchanges = this.received.exchanges;
    this.lists = this.received.lists;
    this.budget = this.sender.budget;
  }

  /** Why the run has ended early; undefined until then. */
  get ended(): string | undefined {
    return this.sender.ended;
  }

  /** True if the run sends calls at the same time, at its current pace. */
  get isParallel(): boolean {
    return this.sender.limiter.limit > 1;
  }

  /** How much of the tables the run sends, with its current orders. */
  get tier(): Tier {
    return tierOf(this.config, this.orders.rules);
  }

  /** True if the run is to judge one of these clauses. */
  wants(...clauses: readonly ClauseId[]): boolean {
    const { only } = this.config;
    return only === undefined || clauses.some((clause) => only.includes(clause));
  }

  /**
   * Begins a step, to which findings belong from now on. Returns what the step has found, once it
   * has ended.
   */
  beginStep(onWait?: WaitListener): { list(): Finding[] } {
    const findings = createFindings();
    this.report = findings.recorder;
    this.onWait = onWait;
    return findings;
  }

  /**
   * Waits as the deployment asks, and repeats what failed; judges the clauses that bind every
   * response.
   */
  async send(call: OutgoingCall): Promise<Exchange> {
    const exchange = await this.sender.send(call);
    const { sender, report, mayOnlyList } = this;
    const known = await explainRefusal(sender, exchange, report, mayOnlyList);
    this.mayOnlyList = known ?? this.mayOnlyList;
    assertResponse(exchange, this.report);
    return exchange;
  }

  /** Sends a call without repeating or judging it. */
  sendOnce(call: OutgoingCall): Promise<Exchange> {
    return this.sender.once(call);
  }

  /**
   * Sends calls that have no effect on each other, several at a time. Resolves with the exchanges
   * in the order of the calls.
   */
  async all(calls: readonly OutgoingCall[]): Promise<Exchange[]> {
    const settled = await Promise.allSettled(calls.map((call) => this.send(call)));
    return settled.map((one) => {
      if (one.status === "rejected") throw one.reason;
      return one.value;
    });
  }

  /**
   * Returns the text with `{drawn}` replaced by a random id that no order has. With `sameLow32As`,
   * the two ids have the same lower 32 bits.
   */
  draw(text?: string, sameLow32As?: bigint): string {
    return this.sender.draw(text, sameLow32As);
  }

  /** `why`: the reason as a user reads it, such as "429, Retry-After". */
  wait(ms: number, why: string): Promise<void> {
    return this.sender.wait(ms, why);
  }

  /**
   * Resolves when the service answers again, or with the end of the run if it stays away. All calls
   * wait meanwhile.
   */
  untilBack(): Promise<RunEnded | undefined> {
    return this.sender.untilBack();
  }

  /** Ends the run, so that nothing more is sent. Returns the error for the caller to throw. */
  end(why: string): RunEnded {
    return this.sender.end(why);
  }
}
