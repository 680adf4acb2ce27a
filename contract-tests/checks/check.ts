/** A check: it sends calls and records findings, and knows neither the key nor the connection. */
import type { Area, ClauseId } from "../../spec/clauses/index.ts";
import type { Recorder } from "../assertions/finding.ts";
import type { OrderList } from "../assertions/order-list.ts";
import type { Exchange, OutgoingCall } from "../client/exchange.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Rules } from "../safety/policy.ts";
import type { ProvidedOrders } from "./provided-orders.ts";

export interface Check {
  /** Words with hyphens; stable. */
  readonly id: string;
  readonly area: Area;
  readonly title: string;
  /** The clauses that it can prove or find violated, in addition to those that bind every response. */
  readonly clauses: readonly ClauseId[];
  run(context: CheckContext): Promise<void>;
  /** What it can say of the run so far without a call, in a run that has ended before its turn. */
  readonly concludeEarly?: (context: Conclusion) => void;
}

export interface CheckConfig extends Rules {
  readonly baseUrl: string;
  /** Determines the ids that the run draws. */
  readonly seed: number;
  /** Whether the good key may be sent elsewhere than as the bearer token of Authorization. */
  readonly keyElsewhere?: boolean | undefined;
  /** True when other shards of a Playwright run cancel orders at the same time. */
  readonly sharded?: boolean | undefined;
}

/** What a check judges with when it sends nothing. */
export interface Conclusion {
  readonly config: CheckConfig;
  readonly orders: ProvidedOrders;
  /** What the run has sent and received so far. */
  readonly ledger: Ledger;
  /** Takes what the check finds. */
  readonly report: Recorder;
}

export interface CheckContext extends Conclusion {
  /** Calls that may be sent at the same moment, as the run stands. */
  readonly parallel: number;
  /** Calls that the plan leaves to repeat earlier questions; negative when the run has sent more than planned. */
  readonly callsLeft: number;
  /** Waits as the deployment asks for it, and repeats what failed; judges the body of the response. */
  send(call: OutgoingCall): Promise<Exchange>;
  /** Sends listOrders with the good key and judges the list; undefined when there is none. */
  list(call?: Partial<OutgoingCall>): Promise<OrderList | undefined>;
  /** The last list, if no call since then may have cancelled a provided order; else a new one. */
  currentList(): Promise<OrderList | undefined>;
  /** Judges the response to a call of listOrders; undefined when it has no list. */
  expectList(exchange: Exchange): OrderList | undefined;
  /** As {@link Ledger.draw}. */
  draw(text: string, sameLow32As?: bigint): string;
  /** Resolves after some milliseconds of the clock of the run. */
  wait(ms: number): Promise<void>;
  /** Resolves when the time after the first cancellations is over in which a deployment may undo them. */
  settle(): Promise<void>;
}
