/**
 * The record of a run: every call that was sent, when, and what came back. Checks and judgements ask it; only the pipeline writes it.
 * What is known of an order or of a list follows from the entries, by their times.
 */
import { asksForWholeList } from "../assertions/list-response.ts";
import { keyOfId, OrderIndex, type OrderKey, type OrderList } from "../assertions/order-list.ts";
import { type ListReading, readOrderList } from "../assertions/order-list-body.ts";
import type { Credential } from "../client/credentials.ts";
import {
  cancellationOf,
  type Exchange,
  header,
  isProbe,
  LIST_CALL,
  type OutgoingCall,
} from "../client/exchange.ts";
import { drawText } from "../safety/drawn-ids.ts";
import { type Id, ListedIds } from "../safety/listed-ids.ts";
import { type Refusal, type Rules, refusal } from "../safety/policy.ts";
import { type Attempt, attemptOf } from "./attempts.ts";
import { byEnd, ENDLESS, type Interval, isBefore, isOpenEnded, overlap, span } from "./moments.ts";

/** One call. While it is under way it has no exchange and ends at Infinity. */
export interface Entry extends Interval {
  /** The check that asked for it. */
  readonly check: string;
  readonly call: OutgoingCall;
  /** Of a DELETE: what it may cancel. */
  readonly attempt?: Attempt | undefined;
  readonly exchange?: Exchange | undefined;
  /** What was read of a list, to a call with the key. */
  readonly reading?: ListReading;
}

export type CompleteEntry = Entry & { readonly exchange: Exchange };
export type AttemptEntry = Entry & { readonly attempt: Attempt };

/** A call that the policy refused, and by which check. */
export interface RefusedCall {
  readonly check: string;
  readonly call: OutgoingCall;
  readonly refusal: Refusal;
}

/** Bytes of a list from which calls are sent one at a time, and it is asked for less often: few lists are in memory then. */
export const LONG_LIST_BYTES = 300_000;
/** Bytes of all lists that are kept as evidence, and of a list beyond that. */
const MAX_KEPT_BYTES = 64 * 2 ** 20;
const START_BYTES = 2 ** 20;

export interface LedgerRules extends Pick<Rules, "pending" | "shipped" | "absent"> {
  /** Milliseconds after an answer in which a call may still have its effect, and after which the last questions are asked. Default: 0. */
  readonly settleMs?: number | undefined;
  /** Calls that were sent before the run, to find its orders: they count. Default: 0. */
  readonly sentBefore?: number | undefined;
}

export class Ledger {
  /** In the order in which they were sent. */
  readonly entries: Entry[] = [];
  readonly refused: RefusedCall[] = [];
  /** The ids that any list has shown; undefined until one could be read. */
  listed: ListedIds | undefined;
  /** Random ids that the run has drawn: no order has them. */
  readonly drawn = new Set<bigint>();
  /** The orders that any list has shown. */
  readonly index = new OrderIndex();
  readonly rules: LedgerRules;
  /** Bytes of the largest list. */
  listBytes = 0;
  readonly provided: readonly bigint[];
  /** The last list that was read. */
  private lastRead: { readonly exchange: Exchange; readonly reading: ListReading } | undefined;
  private keptBytes = 0;

  constructor(rules: LedgerRules) {
    this.rules = rules;
    this.provided = [...rules.pending, ...rules.shipped];
  }

  begin(check: string, call: OutgoingCall, sentAt: number): Entry {
    const attempt = attemptOf(call, this.provided);
    const entry: Entry = { check, call, sentAt, receivedAt: Infinity, ...(attempt && { attempt }) };
    this.entries.push(entry);
    return entry;
  }

  end(entry: Entry, exchange: Exchange): void {
    const { sentAt, receivedAt } = exchange;
    const reading = isListAnswer(exchange) ? this.read(exchange) : undefined;
    const kept = reading === undefined ? exchange : this.withoutLongBody(exchange);
    if (reading !== undefined)
      this.listBytes = Math.max(this.listBytes, exchange.response?.body.length ?? 0);
    Object.assign(entry, { sentAt, receivedAt, exchange: kept, ...(reading && { reading }) });
  }

  /** Calls that were sent, with those before the run. */
  get sent(): number {
    return (this.rules.sentBefore ?? 0) + this.entries.length;
  }

  /** Entries whose answers have come. */
  get answered(): readonly CompleteEntry[] {
    return this.entries.filter((entry): entry is CompleteEntry => entry.exchange !== undefined);
  }

  /** The lists that were asked for as a whole, in the order in which they were sent. */
  get lists(): readonly OrderList[] {
    return this.answered.flatMap(({ call, exchange, reading }) =>
      reading?.list !== undefined && asksForWholeList(call) ? [{ ...reading.list, exchange }] : [],
    );
  }

  readingOf({ call, receivedAt }: Exchange): ListReading | undefined {
    return this.answered.findLast(
      ({ exchange }) => exchange.call === call && exchange.receivedAt === receivedAt,
    )?.reading;
  }

  /** Forgets all exchanges: those of another process follow. */
  restart(): void {
    this.entries.length = 0;
    this.keptBytes = 0;
  }

  /** The calls that may cancel something. */
  get attempts(): readonly AttemptEntry[] {
    return this.entries.filter((entry): entry is AttemptEntry => entry.attempt !== undefined);
  }

  /** Those that may mean an order. */
  attemptsOn(id: bigint): readonly AttemptEntry[] {
    return this.attempts.filter(({ attempt }) => attempt.means.includes(id));
  }

  /**
   * Those whose effect may lie between the beginning of one list and the end of another: of one without a complete answer, also some
   * time after it was given up.
   */
  attemptsBetween(
    before: OrderList,
    after: OrderList,
    attempts = this.attempts,
  ): readonly AttemptEntry[] {
    const { settleMs = 0 } = this.rules;
    const within = span(before.exchange, after.exchange);
    return attempts.filter((entry) => {
      const isLate = entry.exchange !== undefined && isOpenEnded(entry.exchange);
      const { sentAt, receivedAt } = entry;
      return overlap(isLate ? { sentAt, receivedAt: receivedAt + settleMs } : entry, within);
    });
  }

  /** Cancellations of an order with the key and its exact id that have an answer. */
  cancellationsOf(id: bigint): readonly Exchange[] {
    return this.answered.flatMap(({ attempt, exchange }) =>
      attempt?.kind === "cancellation" && attempt.names === id ? [exchange] : [],
    );
  }

  /** The call with the exact id of a provided order, whatever its key, that got a success before one of the run. */
  cancelledBy(id: bigint, before: Interval = ENDLESS): CompleteEntry | undefined {
    return this.answered.find(({ attempt, exchange }) => {
      const { failure, response } = exchange;
      const isSuccess = failure === undefined && response !== undefined && response.status < 300;
      return attempt?.names === id && isSuccess && isBefore(exchange, before);
    });
  }

  /** The provided orders that were cancelled, in the order in which they were. */
  gone(): bigint[] {
    const cancelled = this.rules.pending.flatMap((id) => {
      const by = this.cancelledBy(id);
      return by === undefined ? [] : [{ id, by }];
    });
    return cancelled.sort((a, b) => byEnd(a.by, b.by)).map(({ id }) => id);
  }

  /** When the first effects have settled: the first cancellation that got 204, and the first one that was refused. */
  settledAt(): number {
    const { pending, settleMs = 0 } = this.rules;
    const own = this.answered.filter(
      ({ attempt }) => attempt?.names !== undefined && pending.includes(attempt.names),
    );
    const refused = own.find(({ call }) => call.credential !== "good");
    const cancelled = own.find(
      ({ call, exchange }) => call.credential === "good" && exchange.response?.status === 204,
    );
    return (
      Math.max(...[refused, cancelled].map((entry) => entry?.receivedAt ?? -Infinity)) + settleMs
    );
  }

  /** Whether listing the orders with a credential has got 401. */
  hasRefused(credential: Credential): boolean {
    const isPlainList = (call: OutgoingCall) => call.path === LIST_CALL.path && !isProbe(call);
    return this.answered.some(
      ({ call, exchange }) =>
        call.credential === credential && isPlainList(call) && exchange.response?.status === 401,
    );
  }

  /** The last list with which no call overlaps that may mean a provided order, and after which none was sent. */
  currentList(): OrderList | undefined {
    const { lists } = this;
    const attempts = this.attempts.filter(({ attempt }) => attempt.means.length > 0);
    const isCurrent = ({ exchange }: OrderList) =>
      attempts.every((attempt) => isBefore(attempt, exchange));
    return lists.findLast(isCurrent);
  }

  /**
   * The text with `{drawn}` replaced by a random id that no order has. With `sameLow32As`, it has the lower 32 bits of that id. The
   * policy refuses the text when no drawn id permits it.
   */
  draw(text: string, rules: Rules & { readonly seed: number }, sameLow32As?: bigint): string {
    const isAllowed = (segment: string) =>
      refusal(cancellationOf(segment), rules, this) === undefined;
    return drawText(text, { seed: rules.seed, drawn: this.drawn, isAllowed, sameLow32As });
  }

  /** A list with the same bytes as the last one is not read again. */
  private read(exchange: Exchange): ListReading {
    if (this.lastRead !== undefined && isSameBody(this.lastRead.exchange, exchange))
      return this.lastRead.reading;
    // The ids of a long list take megabytes, and are in the set of all lists.
    const { ids, ...reading } = readOrderList(exchange.response!, this.provided, this.index);
    if (ids !== undefined) this.addListed(ids);
    this.lastRead = { exchange, reading };
    return reading;
  }

  /** Of some orders, those that were not provided and can be identified. */
  ofOthers(keys: Iterable<OrderKey>): OrderKey[] {
    const own = new Set<OrderKey>(this.provided.map(keyOfId));
    return [...keys].filter((key) => typeof key !== "string" && !own.has(key));
  }

  addListed(ids: readonly Id[]): void {
    this.listed ??= new ListedIds();
    this.listed.add(ids);
  }

  private withoutLongBody(exchange: Exchange): Exchange {
    const { response } = exchange;
    if (response === undefined) return exchange;
    this.keptBytes += response.body.length;
    if (this.keptBytes <= MAX_KEPT_BYTES || response.body.length <= START_BYTES) return exchange;
    return {
      ...exchange,
      response: { ...response, body: Uint8Array.from(response.body.subarray(0, START_BYTES)) },
    };
  }
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
