/** A check: a plain function of a context, which Playwright registers and the corpus calls directly. */
import type { Area, ClauseId, SilenceId } from "../spec/clauses/index.ts";
import type { Call, Exchange } from "./exchange.ts";
import type { OrderList } from "./order-list.ts";
import type { Seen, SeenOrders } from "./seen.ts";

/** One request, its response and the line that repeats it, abridged and without the key. */
export interface Evidence {
  /** The request line and the headers that matter, as text. */
  readonly request: string;
  /** Status line, headers and body, the body cut around the fault. */
  readonly response: string;
  /** A curl line with `${ORDERS_API_KEY:?}` in place of the key. */
  readonly curl: string;
}

export type Verdict = "held" | "violated" | "unproven" | "withheld";

/** What a check has to say. Everything in it is data: it crosses processes as JSON. */
export type Finding =
  | { readonly kind: "held"; readonly clause: ClauseId }
  | {
      readonly kind: "violated";
      readonly clause: ClauseId;
      /** One sentence: what was expected and what came. */
      readonly why: string;
      readonly expected?: string;
      readonly received?: string;
      readonly evidence: readonly Evidence[];
    }
  /** `why` says what would prove the clause. Withheld: for safety. Unproven: for want of data. */
  | { readonly kind: "unproven" | "withheld"; readonly clause: ClauseId; readonly why: string }
  | { readonly kind: "advice"; readonly id: string; readonly why: string; readonly evidence: readonly Evidence[] }
  /** `observed` is an answer of the silence's ledger where one fits, else a phrase. */
  | {
      readonly kind: "observed";
      readonly silence: SilenceId;
      readonly observed: string;
      /** Milliseconds since the epoch. */
      readonly at?: number;
    };

export interface CheckResult {
  readonly check: string;
  readonly findings: readonly Finding[];
  /** Answers in situations that the contract leaves open, each once. */
  readonly seen?: readonly Seen[];
  /** The fields of the orders that were listed. */
  readonly orders?: SeenOrders;
  /** Requests that were sent, repeats included. */
  readonly requests: number;
  readonly durationMs: number;
  /** Per operation, the milliseconds of each call. */
  readonly timings: Readonly<Record<string, readonly number[]>>;
  /** Set when nothing can be judged: the target cannot be reached, or refuses the key that should be good. */
  readonly notJudged?: string;
  /** All the traffic, when it was asked for (`--only`). */
  readonly traffic?: readonly Evidence[];
}

/** What a run may use, the same for every check. */
export interface Setting {
  /** True: no DELETE but on ids just seen absent. */
  readonly readOnly: boolean;
  /** Handed over: pending orders that nobody else touches. Check number i of those that spend one uses its own. */
  readonly pending: readonly bigint[];
  readonly shipped: readonly bigint[];
  /** The base address, for texts. */
  readonly baseUrl: string;
  /** Seeds the choice of absent ids. */
  readonly seed: number;
  /** Keep all the traffic in the result. */
  readonly keepTraffic: boolean;
  /** True when no other process of the same run spends ids at the same time (no shards). */
  readonly alone: boolean;
}

export interface Check {
  /** A stable word id. */
  readonly id: string;
  readonly area: Area;
  readonly title: string;
  /** The clauses that it can prove or find violated, besides what every response is judged by. */
  readonly clauses: readonly ClauseId[];
  run(context: Context): Promise<void>;
}

/** A check's hands: it sends, judges what comes back against the clauses that bind every response, and takes findings. */
export interface Context extends Setting {
  /** Orders handed over that this run is known to have cancelled. */
  readonly cancelled: readonly bigint[];
  /** Cancellations of a pending order with bad credentials that this run sent, and what they got. */
  readonly refusals: Exchange[];
  /** Sends, waits where Retry-After asks for it, repeats once after a transport error where that is safe. */
  send(call: Call): Promise<Exchange>;
  /** The exchange before, when `exchange` is its repetition. */
  after(exchange: Exchange): Exchange | undefined;
  /** Notes that a cancellation broke off and may have had its effect; `always` when none so far was answered with 204. */
  breakOff(): "once" | "always";
  /** Lists the orders with the good key and judges the list whole; undefined when none arrived. */
  list(call?: Partial<Call>): Promise<OrderList | undefined>;
  /** Judges an answer to listOrders that was sent as it is. */
  readList(exchange: Exchange): OrderList | undefined;
  held(...clauses: ClauseId[]): void;
  violated(clause: ClauseId, why: string, exchanges: readonly Exchange[], detail?: FaultDetail): void;
  advise(id: string, why: string, exchanges: readonly Exchange[]): void;
  observe(silence: SilenceId, observed: string): void;
  unproven(clause: ClauseId, why: string): void;
  withheld(clause: ClauseId, why: string): void;
  /** Ends the check: the deployment as a whole cannot be judged. */
  notJudged(why: string): never;
}

export interface FaultDetail {
  readonly expected?: string;
  readonly received?: string;
  /** UTF-16 range of the fault in the body of the last exchange, to cut around. */
  readonly at?: { readonly start: number; readonly end: number };
  readonly label?: string;
}
