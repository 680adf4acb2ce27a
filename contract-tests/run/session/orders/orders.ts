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

/** What the run knows of one order, provided or not. Times are milliseconds of its clock. */
export interface OrderRecord {
  readonly id: bigint;
  /** When a list showed it first. */
  readonly shownAt?: number;
  /** When the first call was sent that may have changed it. */
  readonly touchedAt?: number;
  /** True if the run has asked to cancel it: as a pending order, with the key and its exact id. */
  readonly isAsked?: boolean;
  /** True if it was missing from a list without a known cause, and the run has looked for one. */
  readonly hasVanished?: boolean;
  /** The call that has cancelled it. */
  readonly cancelledBy?: Exchange;
  /** The clauses that are violated because calls have changed the order, although they must not. */
  readonly violates?: readonly ClauseId[];
  /** It was provided as pending and got 404 or 409 at first: whether it was pending shows at the end. */
  readonly doubt?: Doubt;
}

/** The first answer to the cancellation of an order that was perhaps not pending. */
interface Doubt {
  readonly exchange: Exchange;
  /** The clause that it would have proven. */
  readonly clause: ClauseId;
}

type Ids = Pick<Rules, "pending" | "shipped" | "guessed">;
/** Why there are fewer orders than were provided. */
type Fewer = Partial<Pick<ProvidedOrders, "notThere" | "others">>;

export class Orders {
  /** The ids as the user gave them, without orders that are not there, and with listed ones where nothing is worth protecting. */
  rules: Rules;
  /** The orders to be used, by what they are for. */
  provided: ProvidedOrders;
  /** Random ids that the run has drawn: no order has them. */
  readonly drawn = new Set<bigint>();
  private readonly records = new Map<bigint, OrderRecord>();

  constructor(rules: Rules) {
    this.rules = rules;
    this.provided = providedOrders(rules);
  }

  /** True if nobody else is there: each listed order is evidence. */
  get isAlone(): boolean {
    return this.rules.disposable === true && this.provided.others === undefined;
  }

  /** Those of which the run knows something, the longest known first. */
  get known(): readonly OrderRecord[] {
    return [...this.records.values()];
  }

  of(id: bigint): OrderRecord {
    return this.records.get(id) ?? { id };
  }

  record(id: bigint, news: Omit<OrderRecord, "id">): void {
    this.records.set(id, { ...this.of(id), ...news });
  }

  /** Uses these orders from now on, as far as the run has not asked to cancel them. */
  provide(ids: Ids, fewer: Fewer = {}): void {
    this.rules = { ...this.rules, ...ids };
    this.provided = providedOrders(this.rules, notAsked(this), { ...this.provided, ...fewer });
  }

  /** A listed order that was taken for pending has shipped. Another one, if there is one, takes its place for the same purpose. */
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

/** The call is sent now: from now on, orders that it may mean may be gone. Returns the pending order that it names. */
export function recordSent(orders: Orders, call: OutgoingCall, now: number): bigint | undefined {
  for (const id of ordersMeant(call, orders.provided.ids))
    orders.record(id, { touchedAt: orders.of(id).touchedAt ?? now });
  const isNamed = (id: bigint) => call.method === "DELETE" && call.path === orderPath(id);
  const named = orders.rules.pending.find(isNamed);
  if (named !== undefined && call.credential === "good") orders.record(named, { isAsked: true });
  return named;
}

/** The call was answered: with 2xx, it has cancelled the order that it named. */
export function recordAnswered(orders: Orders, exchange: Exchange, named?: bigint): void {
  if (named === undefined || !isSuccess(exchange)) return;
  orders.record(named, { cancelledBy: orders.of(named).cancelledBy ?? exchange });
}

/** A list has arrived at this moment. */
export function recordShown(orders: Orders, list: Pick<OrderList, "keys">, now: number): void {
  for (const id of orders.provided.ids)
    if (orders.of(id).shownAt === undefined && isListed(list, id))
      orders.record(id, { shownAt: now });
}

/** The orders that an arrived list must have. It may be a copy that is older than an order that was placed for the run. */
export function expectedIn({ sentAt }: Exchange, orders: Orders): ExpectedOrders {
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

/** In the order in which they were cancelled. */
export function cancelledOrders({ known }: Orders): readonly CancelledOrder[] {
  const cancelled = known.flatMap(({ id, cancelledBy }) =>
    cancelledBy === undefined ? [] : [{ id, cancelledBy }],
  );
  return cancelled.sort((a, b) => a.cancelledBy.receivedAt - b.cancelledBy.receivedAt);
}

/** The pending orders that the run has not asked to cancel. */
export function notAsked(orders: Orders): readonly bigint[] {
  return orders.rules.pending.filter((id) => !orders.of(id).isAsked);
}

/** The orders that were not provided and can be identified. */
export function ofOthers({ provided }: Orders, keys: Iterable<OrderKey>): OrderKey[] {
  const own = new Set<OrderKey>(provided.ids.map(keyOfId));
  return [...keys].filter((key) => typeof key !== "string" && !own.has(key));
}
