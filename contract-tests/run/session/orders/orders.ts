/** The orders of a run: which were provided, what they are for, and what has happened to each. */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { type OutgoingCall, orderPath } from "../../../client/calls.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { isSuccess } from "../../../client/outcome.ts";
import type { Rules } from "../../../safety/rules.ts";
import type { ExpectedOrders } from "../../assertions/listed-orders.ts";
import { isListed, keyOfId, type OrderKey, type OrderList } from "../../assertions/order-list.ts";
import { MAX_STALE_MS } from "../budget.ts";
import { ordersMeant } from "./meant-orders.ts";
import { type ProvidedOrders, PURPOSES, providedOrders } from "./provided-orders.ts";

/**
 * The state of one order, provided or not, as the run knows it. Times are milliseconds on the run's
 * clock.
 */
export interface OrderRecord {
  readonly id: bigint;
  /** When a list first showed the order. */
  readonly shownAt?: number;
  /** When the first call was sent that may have changed the order. */
  readonly touchedAt?: number;
  /**
   * True if the run has asked to cancel the order: as a pending one, with the key and its exact id.
   */
  readonly isAsked?: boolean;
  /**
   * True if the order was missing from a list without a known cause, and the run has looked for
   * one.
   */
  readonly hasVanished?: boolean;
  /** The call that cancelled the order. */
  readonly cancelledBy?: Exchange;
  /** The clauses that are violated because calls changed the order although they must not. */
  readonly violates?: readonly ClauseId[];
  /**
   * Set if the order was provided as pending and got 404 or 409 at first: the end of the run shows
   * whether it was pending.
   */
  readonly uncertainAnswer?: UncertainAnswer;
}

/** The first answer to the cancellation of an order that was perhaps not pending. */
interface UncertainAnswer {
  readonly exchange: Exchange;
  /** The clause that the cancellation would have proven. */
  readonly clause: ClauseId;
}

type Ids = Pick<Rules, "pending" | "shipped" | "guessed">;
/** Why the run has fewer orders than were provided. */
type FewerReason = Partial<Pick<ProvidedOrders, "notThere" | "others">>;

export class RunOrders {
  /**
   * The order ids as the user gave them, without orders that are not there, and with listed ones if
   * the deployment is disposable.
   */
  rules: Rules;
  /** The orders to use, by purpose. */
  provided: ProvidedOrders;
  /** Random ids that the run has drawn; no order has them. */
  readonly drawn = new Set<bigint>();
  private readonly records = new Map<bigint, OrderRecord>();

  constructor(rules: Rules) {
    this.rules = rules;
    this.provided = providedOrders(rules);
  }

  /** True if nobody else uses the deployment: then each listed order is evidence. */
  get isAlone(): boolean {
    return this.rules.disposable === true && this.provided.others === undefined;
  }

  /** The orders about which the run knows something, the longest known first. */
  get known(): readonly OrderRecord[] {
    return [...this.records.values()];
  }

  of(id: bigint): OrderRecord {
    return this.records.get(id) ?? { id };
  }

  record(id: bigint, news: Omit<OrderRecord, "id">): void {
    this.records.set(id, { ...this.of(id), ...news });
  }

  /** Uses these orders from now on, except pending ones that the run has asked to cancel. */
  provide(ids: Ids, fewer: FewerReason = {}): void {
    this.rules = { ...this.rules, ...ids };
    this.provided = providedOrders(this.rules, notAsked(this), { ...this.provided, ...fewer });
  }

  /**
   * A listed order that was taken for pending has shipped. The order `next`, if there is one, takes
   * its place for the same purpose.
   */
  replaceShipped(id: bigint, next: bigint | undefined): void {
    const { pending, shipped, guessed = [] } = this.rules;
    const before = this.provided;
    const replaced = (one: bigint | undefined) => (one === id ? next : one);
    this.record(id, { isAsked: false });
    this.provide({
      pending: pending.flatMap((one) => replaced(one) ?? []),
      shipped: [...shipped, id],
      guessed: next === undefined ? guessed : [...guessed, next],
    });
    const purposes = PURPOSES.map((purpose) => [purpose, replaced(before[purpose])]);
    this.provided = { ...this.provided, ...Object.fromEntries(purposes) };
  }
}

/**
 * Records that a call is sent: from now on, the orders that it may mean may be gone. Returns the
 * pending order that the call names.
 */
export function recordSent(orders: RunOrders, call: OutgoingCall, now: number): bigint | undefined {
  for (const id of ordersMeant(call, orders.provided.ids))
    orders.record(id, { touchedAt: orders.of(id).touchedAt ?? now });
  const isNamed = (id: bigint) => call.method === "DELETE" && call.path === orderPath(id);
  const named = orders.rules.pending.find(isNamed);
  if (named !== undefined && call.credential === "good") orders.record(named, { isAsked: true });
  return named;
}

/** Records that a call was answered: a 2xx has cancelled the order that the call named. */
export function recordAnswered(orders: RunOrders, exchange: Exchange, named?: bigint): void {
  if (named === undefined || !isSuccess(exchange)) return;
  orders.record(named, { cancelledBy: orders.of(named).cancelledBy ?? exchange });
}

/** Records which provided orders a list shows that arrived at `now`. */
export function recordShown(orders: RunOrders, list: Pick<OrderList, "keys">, now: number): void {
  for (const id of orders.provided.ids)
    if (orders.of(id).shownAt === undefined && isListed(list, id))
      orders.record(id, { shownAt: now });
}

/**
 * Returns the orders that an arrived list must have. The list may be a copy that is older than an
 * order that was placed for the run.
 */
export function expectedIn({ sentAt }: Exchange, orders: RunOrders): ExpectedOrders {
  const isDue = (id: bigint) => sentAt - (orders.of(id).shownAt ?? Infinity) >= MAX_STALE_MS;
  const shown = orders.provided.ids.filter((id) => orders.of(id).shownAt !== undefined);
  const untouched = shown.filter((id) => orders.of(id).touchedAt === undefined);
  return {
    untouched,
    due: untouched.filter(isDue),
    notAsked: shown.filter((id) => isDue(id) && !orders.of(id).isAsked),
  };
}

export type CancelledOrder = Required<Pick<OrderRecord, "id" | "cancelledBy">>;

/** Returns the cancelled orders, first cancelled first. */
export function cancelledOrders({ known }: RunOrders): readonly CancelledOrder[] {
  const cancelled = known.flatMap(({ id, cancelledBy }) =>
    cancelledBy === undefined ? [] : [{ id, cancelledBy }],
  );
  return cancelled.sort((a, b) => a.cancelledBy.receivedAt - b.cancelledBy.receivedAt);
}

/** Returns the pending orders that the run has not asked to cancel. */
export function notAsked(orders: RunOrders): readonly bigint[] {
  return orders.rules.pending.filter((id) => !orders.of(id).isAsked);
}

/** Returns the orders that were not provided and have an id. */
export function ofOthers({ provided }: RunOrders, keys: Iterable<OrderKey>): OrderKey[] {
  const own = new Set<OrderKey>(provided.ids.map(keyOfId));
  return [...keys].filter((key) => typeof key !== "string" && !own.has(key));
}
