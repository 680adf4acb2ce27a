/**
 * One run against one deployment: what a step may use. It sends, draws ids and reads lists with it, and asks it for orders.
 *
 *     send: sender.ts → where the key is refused, further calls that tell why (refused-key.ts) → what binds every response
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
import { Orders } from "./orders/orders.ts";
import type { Received } from "./received.ts";
import { explainRefusal } from "./refused-key.ts";
import type { RunEnded } from "./run-ended.ts";
import { Sender, type WaitListener } from "./sender.ts";

export class Session {
  /** What the run was told. */
  readonly config: RunConfig;
  /** Tells the time of the run, and sleeps. */
  readonly clock: Clock;
  /** Which orders were provided, and what has happened to each. */
  readonly orders: Orders;
  /** All that was received, and what was not sent. */
  readonly received: Received;
  /** All exchanges. Long bodies are cut. */
  readonly exchanges: Received["exchanges"];
  /** The lists that plain calls have got, in the order in which they arrived. */
  readonly lists: Received["lists"];
  /** How much was sent. */
  readonly budget: Budget;
  /** How much of the tables was sent. */
  readonly coverage = new Coverage();
  /** The list with which the next one is compared. */
  readonly baseline = new Baseline();
  /** Takes what the step finds. */
  report: Recorder = createFindings().recorder;
  /** True if the key may list, and every cancellation with it gets 403; false if one does not; undefined until one gets 403. */
  mayOnlyList: boolean | undefined;
  /** The way of all calls. */
  private readonly sender: Sender;
  /** Is told when the step waits. */
  private onWait: WaitListener | undefined;

  /** `client` sends to the deployment, with the key. */
  constructor(client: Send, config: SessionConfig, clock = SYSTEM_CLOCK) {
    this.config = config;
    this.clock = clock;
    this.orders = new Orders(config);
    this.sender = new Sender(client, config, this.orders, clock, (wait) => this.onWait?.(wait));
    this.received = this.sender.received;
    this.exchanges = this.received.exchanges;
    this.lists = this.received.lists;
    this.budget = this.sender.budget;
  }

  /** Why the run has ended early, once it has. */
  get ended(): string | undefined {
    return this.sender.ended;
  }

  /** True if calls are sent at the same time, as the run stands. */
  get isParallel(): boolean {
    return this.sender.limiter.limit > 1;
  }

  /** How much the run sends of the tables, as it stands. */
  get tier(): Tier {
    return tierOf(this.config, this.orders.rules);
  }

  /** True if the run is to judge one of the clauses. */
  wants(...clauses: readonly ClauseId[]): boolean {
    const { only } = this.config;
    return only === undefined || clauses.some((clause) => only.includes(clause));
  }

  /** From now on, findings are those of another step. Returns what it has found, once it has ended. */
  beginStep(onWait?: WaitListener): { list(): Finding[] } {
    const findings = createFindings();
    this.report = findings.recorder;
    this.onWait = onWait;
    return findings;
  }

  /** Waits as the deployment asks for it, and repeats what failed; judges what binds every response. */
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

  /** Calls that have no effect on each other, some at a time. In the order of the calls. */
  async all(calls: readonly OutgoingCall[]): Promise<Exchange[]> {
    const settled = await Promise.allSettled(calls.map((call) => this.send(call)));
    return settled.map((one) => {
      if (one.status === "rejected") throw one.reason;
      return one.value;
    });
  }

  /** The text with `{drawn}` replaced by a random id that no order has; with the lower 32 bits of another id, if one is given. */
  draw(text?: string, sameLow32As?: bigint): string {
    return this.sender.draw(text, sameLow32As);
  }

  /** `why`: for what, as a user reads it: "429, Retry-After". */
  wait(ms: number, why: string): Promise<void> {
    return this.sender.wait(ms, why);
  }

  /** Resolves when the service answers again, or with the end of the run when it stays away. All calls wait meanwhile. */
  untilBack(): Promise<RunEnded | undefined> {
    return this.sender.untilBack();
  }

  /** Nothing more is sent: the error is to be thrown. */
  end(why: string): RunEnded {
    return this.sender.end(why);
  }
}
