/**
 * One run against one deployment: what it knows so far, and the way that every call goes. A step asks it for orders and lists, and sends
 * with it.
 *
 *     send: sender.ts → rule of safety, budget → client → assertions that bind every response
 */
import type { ClauseId } from "../../spec/clauses/index.ts";
import { createFindings, type RecordedFinding, type Recorder } from "../assertions/finding.ts";
import { expectList, isList } from "../assertions/list-reader.ts";
import { describeOrder, keyOfId, type OrderKey, type OrderList } from "../assertions/order-list.ts";
import { assertResponse } from "../assertions/response.ts";
import { cancellationOf, LIST_WITH_KEY, type OutgoingCall, orderPath } from "../client/calls.ts";
import { type Clock, SYSTEM_CLOCK } from "../client/clock.ts";
import type { Exchange, Send } from "../client/exchange.ts";
import { isProbe } from "../client/nature.ts";
import { isSuccess } from "../client/outcome.ts";
import { drawText } from "../safety/drawn-ids.ts";
import { gentleRefusal, MAX_QUIET_CALLS, quietRefusal } from "../safety/gentle.ts";
import { refusal } from "../safety/policy.ts";
import type { Rules } from "../safety/rules.ts";
import type { Tier } from "../tables/table.ts";
import { Budget } from "./budget.ts";
import type { SessionConfig } from "./config.ts";
import { Coverage } from "./coverage.ts";
import type { Doubt } from "./doubt.ts";
import { Limiter } from "./limiter.ts";
import { OrderHistory } from "./order-history.ts";
import { appearedIn, areOfOneLength } from "./others.ts";
import { type ProvidedOrders, PURPOSES, providedOrders } from "./provided-orders.ts";
import { Received } from "./received.ts";
import { type RefusedCall, refusedExchange } from "./refused-call.ts";
import { explainRefusal } from "./refused-key.ts";
import { expectReserved } from "./reserved.ts";
import type { Wait } from "./retry.ts";
import { RunEnded } from "./run-ended.ts";
import { Sender } from "./sender.ts";

/** Above this size of a list (bytes), calls go one at a time and fewer lists are asked for, so that few are in memory. */
export const LONG_LIST_BYTES = 300_000;

export class Session {
  /** As the user gave it, without orders that are not there, and with listed ones where nothing is worth protecting. */
  config: SessionConfig;
  readonly clock: Clock;
  /** The orders that were provided, by what they are for. */
  orders: ProvidedOrders;
  /** Their ids. */
  provided: readonly bigint[];
  /** Pending orders that were cancelled, in the order in which they were, with the call that did it. */
  readonly cancelled = new Map<bigint, Exchange>();
  /** Pending orders that the run has asked to cancel, with the key and their exact id. */
  readonly asked = new Set<bigint>();
  readonly notSent: RefusedCall[] = [];
  /** Random ids that the run has drawn: no order has them. */
  readonly drawn = new Set<bigint>();
  /** The list after one act is the one before the next (compare.ts). */
  snapshot: OrderList | undefined;
  /** Fields that were seen to change with nothing sent in between: they prove nothing. */
  readonly moving = new Set<string>();
  /** Orders that were provided as pending and got 404 or 409 at first: whether they were pending shows at the end. */
  readonly doubts: Doubt[] = [];
  /** Provided orders that calls have changed, although they must not, and the clauses that this violates. */
  readonly changed = new Map<bigint, readonly ClauseId[]>();
  /** Takes what the step finds. */
  report: Recorder = createFindings().recorder;
  /** True if the key may list, and every cancellation with it gets 403; undefined until one gets 403. */
  mayOnlyList: boolean | undefined;
  /** Why the run has ended early, once it has. */
  ended: string | undefined;
  /** Says that somebody else is there, in a deployment that is disposable. */
  others: string | undefined;
  /** Is told for what the run waits, and undefined when it goes on. */
  onWait: (wait: Wait | undefined) => void = () => {};
  readonly sender: Sender;
  readonly history = new OrderHistory();
  readonly coverage = new Coverage();

  private readonly client: Send;
  private readonly limiter: Limiter;
  private readonly received: Received;
  private readonly budget = new Budget();
  private notThere: readonly bigint[] = [];
  /** The first order that has appeared, in a deployment that is disposable. */
  private appeared: OrderKey | undefined;

  /** `client` sends to the deployment, with the key. */
  constructor(client: Send, config: SessionConfig, clock = SYSTEM_CLOCK) {
    this.config = config;
    this.clock = clock;
    this.orders = providedOrders(config);
    this.provided = config.readOnly ? [] : [...config.pending, ...config.shipped];
    this.client = client;
    this.limiter = new Limiter(clock, config.rate, config.gentle ? 1 : config.parallel);
    this.sender = new Sender((call) => this.sendNow(call), this.limiter, this);
    this.received = new Received(this.provided);
  }

  /** Uses these orders from now on, as far as the run has not asked to cancel them. `notThere`: those that were provided in vain. */
  provide(rules: Pick<Rules, "pending" | "shipped" | "guessed">, notThere = this.notThere): void {
    this.notThere = notThere;
    this.config = { ...this.config, ...rules };
    const pending = this.config.pending.filter((id) => !this.asked.has(id));
    this.orders = providedOrders({ ...this.config, pending }, { notThere, others: this.others });
    this.provided = [...this.config.pending, ...this.config.shipped];
    this.received.watch(this.provided);
  }

  /** A listed order that was taken for pending has shipped. Another one takes its place, for the same purpose. */
  replaceShipped(id: bigint, next: bigint | undefined): void {
    const { pending, shipped, guessed = [] } = this.config;
    const { orders } = this;
    const swap = (one: bigint | undefined) => (one === id ? next : one);
    this.asked.delete(id);
    this.provide({
      pending: pending.flatMap((one) => swap(one) ?? []),
      shipped: [...shipped, id],
      guessed: next === undefined ? guessed : [...guessed, next],
    });
    const purposes = PURPOSES.map((purpose) => [purpose, swap(orders[purpose])]);
    this.orders = { ...this.orders, ...Object.fromEntries(purposes) };
  }

  /** A listed order that the run has cancelled: from now on it is one of those that were provided. */
  addCancelled(id: bigint, by: Exchange): void {
    this.asked.add(id);
    this.cancelled.set(id, by);
    this.provide({ pending: [...this.config.pending, id], shipped: this.config.shipped });
  }

  /** True if nobody else is there: each listed order is evidence. */
  get isAlone(): boolean {
    return this.config.disposable === true && this.others === undefined;
  }

  /** How many calls were sent. */
  get sent() {
    return this.budget.sent;
  }

  /** How many calls a quiet run may still send, DELETE apart. */
  get quietCallsLeft(): number {
    const { calls } = this.budget.sentQuietly;
    return this.tier === "quiet" ? MAX_QUIET_CALLS - calls : Infinity;
  }

  /** All exchanges. Long bodies are cut. */
  get exchanges() {
    return this.received.exchanges;
  }

  /** The lists that plain calls have got, in the order in which they arrived. */
  get lists() {
    return this.received.lists;
  }

  /** The ids that any list has shown; undefined until one could be read. */
  get listed() {
    return this.received.listed;
  }

  /** From now on, findings are those of another step. Returns what it has found, once it has ended. */
  beginStep(): { list(): RecordedFinding[] } {
    const findings = createFindings();
    this.report = findings.recorder;
    return findings;
  }

  /** True if calls are sent at the same time, as the run stands. */
  get isParallel(): boolean {
    return this.limiter.limit > 1;
  }

  /** A read-only run alarms nobody who watches the logs, whatever is asked for; nor does one that has no orders. */
  get tier(): Tier {
    const { pending, shipped, disposable, readOnly, thorough } = this.config;
    const hasOrders = pending.length + shipped.length > 0 || disposable === true;
    if (readOnly) return "quiet";
    if (thorough === true) return "thorough";
    return hasOrders ? "usual" : "quiet";
  }

  /** True if the run is to judge one of the clauses. */
  wants(...clauses: readonly ClauseId[]): boolean {
    const { only } = this.config;
    return only === undefined || clauses.some((clause) => only.includes(clause));
  }

  /** Waits as the deployment asks for it, and repeats what failed; judges the body of the response. */
  async send(call: OutgoingCall): Promise<Exchange> {
    const exchange = await this.sender.send(call);
    await explainRefusal(this, exchange);
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

  /** Calls at the same moment, each on a connection of its own that is kept open; one by one where calls are limited. */
  together(calls: readonly OutgoingCall[], connections: string): Promise<Exchange[]> {
    return this.all(calls.map((call, nth) => ({ ...call, connection: `${connections} ${nth}` })));
  }

  /** Sends listOrders with the good key and judges the list; undefined when there is none. */
  async list(call: Partial<OutgoingCall> = {}): Promise<OrderList | undefined> {
    return this.read(await this.send({ ...LIST_WITH_KEY, ...call }));
  }

  /** Judges the response to a call of listOrders; undefined when it has no list. */
  async read(exchange: Exchange): Promise<OrderList | undefined> {
    const reading = this.received.readingOf(exchange.response);
    if (reading?.list !== undefined && !isProbe(exchange.call))
      await expectReserved(this, reading.list);
    return expectList(exchange, reading, this.report);
  }

  /** The text with `{drawn}` replaced by a random id that no order has; with the lower 32 bits of another id, if one is given. */
  draw(text = "{drawn}", sameLow32As?: bigint): string {
    const { drawn, config } = this;
    // A read-only run cancels nothing, whatever it draws.
    const rules = { ...config, readOnly: false };
    const isAllowed = (segment: string) =>
      refusal(cancellationOf(segment), rules, this) === undefined;
    return drawText(text, { seed: config.seed, drawn, isAllowed, sameLow32As });
  }

  /** `why`: for what, as a user reads it: "429, Retry-After". */
  async wait(ms: number, why: string): Promise<void> {
    this.onWait({ ms, why });
    await this.clock.sleep(ms);
    this.onWait(undefined);
  }

  /** Resolves when the time after the first cancellations is over in which a deployment may undo them. */
  async settle(): Promise<void> {
    const { cancel, refused } = this.orders;
    const began = this.history.lastTouched([cancel, refused]);
    const left = began + (this.config.settleMs ?? 0) - this.clock.now();
    if (left > 0) await this.wait(left, "late effects");
  }

  /** Returns the orders that were not provided and can be identified. */
  ofOthers(keys: Iterable<OrderKey>): OrderKey[] {
    const own = new Set<OrderKey>(this.provided.map(keyOfId));
    return [...keys].filter((key) => typeof key !== "string" && !own.has(key));
  }

  /** Nothing more is sent: the error is to be thrown. */
  end(why: string): RunEnded {
    this.ended ??= why;
    return new RunEnded(why);
  }

  /** The moment at which a call is sent: asks the rule of safety and the budget, and keeps what came back. */
  private async sendNow(call: OutgoingCall): Promise<Exchange> {
    const { budget, clock, config } = this;
    const refused =
      refusal(call, config, this) ??
      gentleRefusal(call, config, this.exchanges) ??
      (this.tier === "quiet" ? quietRefusal(call, budget.sentQuietly) : undefined);
    if (refused !== undefined) {
      this.notSent.push({ call, refusal: refused });
      return refusedExchange(call, refused.why, clock.now());
    }
    const why = this.reasonToEnd();
    if (why !== undefined) throw this.end(why);

    budget.count(call, clock.now());
    this.history.touch(call, this.provided, clock.now());
    const isNamed = (id: bigint) => call.method === "DELETE" && call.path === orderPath(id);
    const named = config.pending.find(isNamed);
    if (named !== undefined && call.credential === "good") this.asked.add(named);

    const exchange = await this.client(call);
    if (exchange.failure?.kind === "harness") throw this.end(exchange.failure.message);
    if (isSuccess(exchange)) this.history.accept(call, this.provided);
    if (named !== undefined && isSuccess(exchange) && !this.cancelled.has(named))
      this.cancelled.set(named, exchange);
    this.keep(exchange);
    return exchange;
  }

  /** Where somebody else is there, the run leaves the listed orders that it has taken for its own to them. */
  private lookForOthers(): void {
    this.appeared ??= appearedIn(this.lists);
    if (this.appeared === undefined || areOfOneLength(this.lists)) return;
    this.others = `Somebody else uses this deployment: ${describeOrder(this.appeared)} has appeared. From then on, listed orders are theirs.`;
    const { pending, shipped, guessed = [] } = this.config;
    const isOwn = (id: bigint) => !guessed.includes(id) || this.asked.has(id);
    this.provide({
      pending: pending.filter(isOwn),
      shipped: shipped.filter((id) => !guessed.includes(id)),
      guessed: [],
    });
  }

  private reasonToEnd(): string | undefined {
    const { maxRequests, signal } = this.config;
    if (this.ended !== undefined) return this.ended;
    if (signal?.aborted) return "The run was interrupted.";
    return this.budget.usedUp(this.clock.now(), maxRequests);
  }

  private keep(exchange: Exchange): void {
    const expected = this.history.expectedIn(exchange, this.provided, this.asked);
    const list = this.received.keep(exchange, expected);
    if (list !== undefined) this.history.show(list, this.provided, exchange);
    if (list !== undefined && this.isAlone) this.lookForOthers();
    const bytes = exchange.response?.body.length ?? 0;
    if (isList(exchange) && bytes > LONG_LIST_BYTES) this.limiter.oneAtATime();
  }
}
