/**
 * One run against one deployment: what it knows so far, and the way that every call goes. A step asks it for orders and lists, and sends
 * with it.
 *
 *     send: patience → rule of safety, budget → client → assertions that bind every response
 */
import { createFindings, type RecordedFinding, type Recorder } from "../assertions/finding.ts";
import {
  asksForWholeList,
  assertNoPagination,
  expectListStatus,
} from "../assertions/list-response.ts";
import { type ExpectedOrders, expectProvidedListed } from "../assertions/listed-orders.ts";
import { keyOfId, OrderIndex, type OrderKey, type OrderList } from "../assertions/order-list.ts";
import { expectOrderList, type ListReading, readOrderList } from "../assertions/order-list-body.ts";
import { assertResponse } from "../assertions/response.ts";
import { type Clock, SYSTEM_CLOCK } from "../client/clock.ts";
import {
  cancellationOf,
  type Exchange,
  header,
  LIST_CALL,
  LIST_WITH_KEY,
  type OutgoingCall,
  orderText,
  type Response,
  type Send,
} from "../client/exchange.ts";
import { drawText } from "../safety/drawn-ids.ts";
import { gentleRefusal } from "../safety/gentle.ts";
import { ListedIds } from "../safety/listed-ids.ts";
import { type Refusal, type Rules, refusal } from "../safety/policy.ts";
import type { Act } from "./blame.ts";
import { BUDGET } from "./budget.ts";
import { Snapshots } from "./compare.ts";
import { ordersMeant } from "./meant-orders.ts";
import { Patience, type Wait } from "./patience.ts";
import { type ProvidedOrders, providedOrders } from "./provided-orders.ts";
import { RunEnded } from "./run-ended.ts";
import { withTimeOuts } from "./time-outs.ts";
import { Turns } from "./turns.ts";

export interface SessionConfig extends Rules {
  readonly baseUrl: string;
  /** Determines the ids that the run draws. */
  readonly seed: number;
  /** Whether the good key may be sent elsewhere than as the bearer token of Authorization. */
  readonly keyElsewhere?: boolean | undefined;
  /** Milliseconds after the first cancellations in which a deployment may still undo them. Default: 0. */
  readonly settleMs?: number | undefined;
  /** Calls that were sent before the run, to find its orders: they count. Default: 0. */
  readonly sentBefore?: number | undefined;
  /** Calls in the whole run. Default: 2000. */
  readonly maxRequests?: number | undefined;
  /** Calls per second. Default: unlimited. */
  readonly rate?: number | undefined;
  /** Calls at the same time. Default: 8. */
  readonly parallel?: number | undefined;
  /** Whether reports hold all exchanges. */
  readonly keepTraffic?: boolean | undefined;
  /** When it is aborted, nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
}

/** Bytes of a list from which calls are sent one at a time, and it is asked for less often: few lists are in memory then. */
export const LONG_LIST_BYTES = 300_000;
/** Bytes of all bodies that are kept, and of a body beyond that. */
const MAX_KEPT_BYTES = 16 * 2 ** 20;
const START_BYTES = 2 ** 16;

/** A call that the rule of safety refused. */
export interface RefusedCall {
  readonly call: OutgoingCall;
  readonly refusal: Refusal;
}

/** A list that was asked for as a whole. */
type WholeList = OrderList & ExpectedOrders;

export class Session {
  readonly config: SessionConfig;
  readonly clock: Clock;
  /** The orders that were provided, by what they are for. */
  readonly orders: ProvidedOrders;
  /** Their ids. */
  readonly provided: readonly bigint[];
  /** The lists that were asked for as a whole, in the order in which they arrived. */
  readonly lists: WholeList[] = [];
  /** Pending orders that were cancelled, in the order in which they were, with the call that did it. */
  readonly cancelled = new Map<bigint, Exchange>();
  /** What was sent, and what came back. Long bodies are cut. */
  readonly exchanges: Exchange[] = [];
  /** Pending orders that the run has asked to cancel, with the key and their exact id. */
  readonly asked = new Set<bigint>();
  readonly notSent: RefusedCall[] = [];
  /** The ids that any list has shown; undefined until one could be read. */
  listed: ListedIds | undefined;
  /** Random ids that the run has drawn: no order has them. */
  readonly drawn = new Set<bigint>();
  /** Why the run has ended early, once it has. */
  ended: string | undefined;
  /** Is told for what the run waits, and undefined when it goes on. */
  onWait: (wait: Wait | undefined) => void = () => {};
  readonly patience: Patience;

  private readonly client: Send;
  private readonly turns: Turns;
  private readonly snapshots: Snapshots;
  private findings = createFindings();
  private readonly sentCalls: { readonly call: OutgoingCall }[] = [];
  private readonly index = new OrderIndex();
  private readonly readings = new WeakMap<Response, ListReading & ExpectedOrders>();
  /** The last list that was read: one with the same bytes is not read again. */
  private lastRead: { readonly exchange: Exchange; readonly reading: ListReading } | undefined;
  /** Provided orders that a call may have changed. */
  private readonly touched = new Set<bigint>();
  private beganAt: number | undefined;
  private keptBytes = 0;

  /** `client` sends to the deployment, with the key. */
  constructor(client: Send, config: SessionConfig, clock = SYSTEM_CLOCK) {
    this.config = config;
    this.clock = clock;
    this.orders = providedOrders(config);
    this.provided = config.readOnly ? [] : [...config.pending, ...config.shipped];
    this.client = withTimeOuts(client);
    this.turns = new Turns(clock, { ...config, ...(config.gentle && { parallel: 1 }) });
    this.snapshots = new Snapshots(this);
    this.patience = new Patience(
      (call) => this.sendNow(call),
      this.turns,
      (ms, why) => this.wait(ms, why),
      () => this.sent,
    );
  }

  /** Takes what the step finds. */
  get report(): Recorder {
    return this.findings.recorder;
  }

  /** From now on, findings are those of another step. Returns what it has found, once it has ended. */
  beginStep(): { list(): RecordedFinding[] } {
    this.findings = createFindings();
    return this.findings;
  }

  /** Whether calls are sent at the same time, as the run stands. */
  get isParallel(): boolean {
    return this.turns.limit > 1;
  }

  get sent(): number {
    return (this.config.sentBefore ?? 0) + this.sentCalls.length;
  }

  /** Waits as the deployment asks for it, and repeats what failed; judges the body of the response. */
  async send(call: OutgoingCall): Promise<Exchange> {
    const exchange = await this.untilEnded(this.patience.send(call));
    assertResponse(exchange, this.report);
    return exchange;
  }

  /** The same without a repetition, and without a judgement. */
  sendOnce(call: OutgoingCall): Promise<Exchange> {
    return this.untilEnded(this.patience.once(call));
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
  together(calls: readonly OutgoingCall[], connections = "parallel"): Promise<Exchange[]> {
    return this.all(calls.map((call, nth) => ({ ...call, connection: `${connections} ${nth}` })));
  }

  /** Sends listOrders with the good key and judges the list; undefined when there is none. */
  async list(call: Partial<OutgoingCall> = {}): Promise<OrderList | undefined> {
    return this.read(await this.send({ ...LIST_WITH_KEY, ...call }));
  }

  /** Judges the response to a call of listOrders; undefined when it has no list. */
  read(exchange: Exchange): OrderList | undefined {
    const { response } = exchange;
    const reading = response && this.readings.get(response);
    if (!expectListStatus(exchange, this.report) || !response || !reading) return undefined;
    const list = expectOrderList(exchange, response, reading, this.report);
    if (list === undefined || !asksForWholeList(exchange.call)) return list;
    assertNoPagination(exchange, response, list.count, this.report);
    expectProvidedListed(list, reading, this.report);
    return list;
  }

  /** Snapshot, act, snapshot, compare: the act may change only its own orders. Resolves with the orders that are seen to be as before. */
  compare(act: Act, run: () => Promise<unknown>): Promise<readonly bigint[]> {
    return this.snapshots.compare(act, run);
  }

  /** Whether an act of the run has changed a provided order that it must not change. */
  wasChanged(id: bigint): boolean {
    return this.snapshots.changed.has(id);
  }

  /** The text with `{drawn}` replaced by a random id that no order has; with the lower 32 bits of another id, if one is given. */
  draw(text = "{drawn}", sameLow32As?: bigint): string {
    const { drawn, config } = this;
    const isAllowed = (segment: string) =>
      refusal(cancellationOf(segment), config, this) === undefined;
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
    const firstCalls = [cancel, refused].flatMap(
      (id) =>
        this.exchanges.find(
          ({ call }) => call.method === "DELETE" && orderText(call) === String(id),
        ) ?? [],
    );
    const began = Math.max(-Infinity, ...firstCalls.map(({ receivedAt }) => receivedAt));
    const left = began + (this.config.settleMs ?? 0) - this.clock.now();
    if (left > 0) await this.wait(left, "late effects, --linger");
  }

  /** Resolves when the service answers again; throws RunEnded when it stays away. */
  untilBack(): Promise<void> {
    return this.untilEnded(this.patience.untilBack());
  }

  /** Of some orders, those that were not provided and can be identified. */
  ofOthers(keys: Iterable<OrderKey>): OrderKey[] {
    const own = new Set<OrderKey>(this.provided.map(keyOfId));
    return [...keys].filter((key) => typeof key !== "string" && !own.has(key));
  }

  private async untilEnded<T>(sending: Promise<T>): Promise<T> {
    try {
      return await sending;
    } catch (error) {
      if (error instanceof RunEnded) this.ended ??= error.why;
      throw error;
    }
  }

  /** The moment at which a call is sent: asks the rule of safety and the budget, and keeps what came back. */
  private async sendNow(call: OutgoingCall): Promise<Exchange> {
    const { config, clock } = this;
    const refused = refusal(call, config, this) ?? gentleRefusal(call, config, this.sentCalls);
    if (refused !== undefined) {
      this.notSent.push({ call, refusal: refused });
      return refusedExchange(call, refused.why, clock.now());
    }
    const why = this.reasonToEnd();
    if (why !== undefined) throw new RunEnded(why);
    this.beganAt ??= clock.now();
    this.sentCalls.push({ call });
    const named = config.pending.find((id) => orderText(call) === String(id));
    if (named !== undefined && call.method === "DELETE" && call.credential === "good")
      this.asked.add(named);
    for (const id of ordersMeant(call, this.provided)) this.touched.add(id);
    const exchange = await this.client(call);
    if (exchange.failure?.kind === "harness") throw new RunEnded(exchange.failure.message);
    this.keep(exchange);
    return exchange;
  }

  private reasonToEnd(): string | undefined {
    const { maxRequests = BUDGET.maxRequests, signal } = this.config;
    if (this.ended !== undefined) return this.ended;
    if (signal?.aborted) return "The run was interrupted.";
    if (this.sent >= maxRequests)
      return `The budget of ${maxRequests} requests is used up; --max-requests raises it.`;
    if (this.clock.now() - (this.beganAt ?? Infinity) > BUDGET.runMs)
      return `The time of the run (${BUDGET.runMs / 1000} s) is used up.`;
    return undefined;
  }

  private keep(exchange: Exchange): void {
    this.noteCancellation(exchange);
    const kept = this.withoutLongBody(exchange);
    this.exchanges.push(kept);
    if (!isListAnswer(exchange)) return;

    const response = exchange.response!;
    const untouched = this.provided.filter((id) => !this.touched.has(id));
    const notAsked = this.provided.filter((id) => !this.asked.has(id));
    const reading = this.readList(exchange);
    this.readings.set(response, { ...reading, untouched, notAsked });
    if (response.body.length > LONG_LIST_BYTES) this.turns.oneAtATime();
    if (reading.list !== undefined && asksForWholeList(exchange.call))
      this.lists.push({ ...reading.list, exchange: kept, untouched, notAsked });
  }

  private noteCancellation(exchange: Exchange): void {
    const { call, failure, response } = exchange;
    const id = this.config.pending.find((one) => orderText(call) === String(one));
    if (call.method !== "DELETE" || id === undefined) return;
    const isSuccess = failure === undefined && response !== undefined && response.status < 300;
    if (isSuccess && !this.cancelled.has(id)) this.cancelled.set(id, exchange);
  }

  private readList(exchange: Exchange): ListReading {
    if (this.lastRead !== undefined && isSameBody(this.lastRead.exchange, exchange))
      return this.lastRead.reading;
    // The ids of a long list take megabytes, and are in the set of all lists.
    const { ids, ...reading } = readOrderList(exchange.response!, this.provided, this.index);
    if (ids !== undefined) {
      this.listed ??= new ListedIds();
      this.listed.add(ids);
    }
    this.lastRead = { exchange, reading };
    return reading;
  }

  private withoutLongBody(exchange: Exchange): Exchange {
    const { response } = exchange;
    if (response === undefined) return exchange;
    this.keptBytes += response.body.length;
    if (this.keptBytes <= MAX_KEPT_BYTES || response.body.length <= START_BYTES) return exchange;
    const body = Uint8Array.from(response.body.subarray(0, START_BYTES));
    return { ...exchange, response: { ...response, body } };
  }
}

/** The result of a call that is not sent. */
function refusedExchange(call: OutgoingCall, message: string, now: number): Exchange {
  const failure = { kind: "forbidden", message } as const;
  return {
    call,
    url: "",
    requestHeaders: [],
    failure,
    credentialEchoed: false,
    sentAt: now,
    receivedAt: now,
  };
}

function isSameBody({ response: a }: Exchange, { response: b }: Exchange): boolean {
  if (a === undefined || b === undefined) return false;
  return (
    header(a, "content-encoding") === header(b, "content-encoding") &&
    Buffer.compare(a.body, b.body) === 0
  );
}

/** Whether a response is a list of orders, to a call with the key. 203: a proxy has changed it. */
function isListAnswer({ call, response, failure }: Exchange): boolean {
  const isList =
    call.method === LIST_CALL.method && call.path === LIST_CALL.path && call.credential === "good";
  return isList && failure === undefined && (response?.status === 200 || response?.status === 203);
}
