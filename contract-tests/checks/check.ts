/** A check: it sends calls and records findings, and knows neither the key nor the connection. */
import type { Area, ClauseId } from "../../spec/clauses/index.ts";
import type { Recorder } from "../assertions/finding.ts";
import type { ListHistory } from "../assertions/list-history.ts";
import type { OrderList } from "../assertions/order-list.ts";
import type { Credential } from "../client/credentials.ts";
import type { Exchange, OutgoingCall } from "../client/exchange.ts";
import type { Rules } from "../safety/policy.ts";
import type { AnswerKind } from "./answer-kinds.ts";

export interface Check {
  /** Words with hyphens; stable. */
  readonly id: string;
  readonly area: Area;
  readonly title: string;
  /** The clauses that it can prove or find violated, in addition to those that bind every response. */
  readonly clauses: readonly ClauseId[];
  run(context: CheckContext): Promise<void>;
}

export interface CheckContext extends Rules, Recorder {
  readonly baseUrl: string;
  /** Determines the ids that the run draws. */
  readonly seed: number;
  /** Calls that may be sent at the same moment, as the run stands. */
  readonly parallel: number;
  /** True when other shards of a Playwright run cancel orders at the same time. */
  readonly sharded: boolean;
  /** The lists of the run that were asked for as a whole. */
  readonly lists: ListHistory;
  /** Orders handed over that a call of this run with the good key may have cancelled, whatever the response. */
  readonly attemptedIds: ReadonlySet<bigint>;
  /** Those of them whose exact id the call had. */
  readonly namedIds: ReadonlySet<bigint>;
  /** Orders handed over that this run has cancelled. */
  readonly cancelledIds: ReadonlySet<bigint>;
  /** The random ids that the run has drawn so far. */
  readonly drawnIds: ReadonlySet<bigint>;
  /** By kind, the answers that the run has got so far. */
  readonly answers: Readonly<Partial<Record<AnswerKind, number>>>;
  /** The bad credentials with which listing the orders has got 401 so far. */
  readonly refusedCredentials: ReadonlySet<Credential>;
  /** Calls that the run has sent so far. */
  readonly sent: number;
  /** The cancellations of a pending order with bad credentials that this run has sent. */
  readonly refusedCancellations: Exchange[];
  /** The cancellations of a pending order that were sent at the same moment as that of another one. */
  readonly parallelCancellations: Exchange[];
  /** The orders of those of which one got no complete response, and may have taken effect. */
  readonly interruptedIds: Set<bigint>;
  /** Waits as Retry-After asks, and repeats a failed call once where that is safe. */
  send(call: OutgoingCall): Promise<Exchange>;
  /** Resolves after some milliseconds of the clock of the run. */
  wait(ms: number): Promise<void>;
  /** Resolves when the time after the first cancellations is over in which a deployment may undo them. */
  linger(): Promise<void>;
  /**
   * The text with `{drawn}` replaced by a random id that no order has. With `twinOf`, it has the lower 32 bits of that id. The
   * guard refuses the text when no drawn id permits it.
   */
  draw(text: string, twinOf?: bigint): string;
  /** The first attempt, when `exchange` is the repeated one. */
  firstAttempt(exchange: Exchange): Exchange | undefined;
  /**
   * Counts a cancellation that got no complete response and may have taken effect. `always` from the second one on, when no
   * cancellation has got 204 so far.
   */
  countInterruptedCancellation(): "once" | "always";
  /** Sends listOrders with the good key and judges the list; undefined when there is none. */
  listOrders(call?: Partial<OutgoingCall>): Promise<OrderList | undefined>;
  /** The last list, unless a cancellation was sent since that may have had an effect: then another one. */
  currentList(): Promise<OrderList | undefined>;
  /** The guard refuses cancellations with drawn ids until a list was read: reads one unless the run has. */
  ensureList(): Promise<void>;
  /** Judges the response to a call of listOrders; undefined when it has no list. */
  expectList(exchange: Exchange): OrderList | undefined;
}
