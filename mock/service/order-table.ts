/**
 * The immutable orders that all worlds of a scenario share: the list as bytes, ready to be sent,
 * and each order with its place in the list.
 */

import type { OrderState } from "../../fixtures/orders.ts";
import type { RelativeDates } from "../../scenarios/relative-dates.ts";

export interface OrderTable {
  /** In list order. */
  readonly orders: readonly StoredOrder[];
  readonly byId: ReadonlyMap<bigint, StoredOrder>;
  /** Orders cancelled before the world starts. */
  readonly cancelled: readonly bigint[];
  /** The list of all orders, as sent. */
  readonly list: Uint8Array;
  /**
   * True if the list is in ascending id order, which it then keeps. In any other list, a new order
   * goes last.
   */
  readonly isSorted: boolean;
}

/**
 * `start` and `length` locate the order in the list, including the comma or opening bracket before
 * it.
 */
export interface StoredOrder {
  /** Undefined if the order has no id. */
  readonly id: bigint | undefined;
  /** The state before any cancellation. */
  readonly state: OrderState;
  readonly dates?: RelativeDates;
  readonly start: number;
  readonly length: number;
}

const DECODER = new TextDecoder();
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * Creates the id index on first use, because a list needs none, and also `isSorted`, unless given.
 */
export function tableOf(
  orders: readonly StoredOrder[],
  cancelled: readonly bigint[],
  list: Uint8Array,
  isSorted?: boolean,
): OrderTable {
  let byId: OrderTable["byId"] | undefined;
  return {
    orders,
    cancelled,
    list,
    get byId() {
      byId ??= new Map(
        orders.flatMap((order) => (order.id === undefined ? [] : [[order.id, order]])),
      );
      return byId;
    },
    get isSorted() {
      isSorted ??= isAscending(orders.flatMap(({ id }) => id ?? []));
      return isSorted;
    },
  };
}

const isAscending = (ids: readonly bigint[]): boolean =>
  ids.every((id, at) => at === 0 || id > ids[at - 1]!);

/** Joins pieces that have a comma, or a bracket, before each order. */
export function listedIn(pieces: readonly Uint8Array[]): Uint8Array {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const list = new Uint8Array(Math.max(length, 1) + 1);
  let at = 0;
  for (const piece of pieces) {
    list.set(piece, at);
    at += piece.length;
  }
  list[0] = OPEN;
  list[list.length - 1] = CLOSE;
  return list;
}

/** Returns the list without some of its orders. */
export function listWithout({ list }: OrderTable, hidden: readonly StoredOrder[]): Uint8Array {
  const shown: Uint8Array[] = [];
  let from = 0;
  for (const { start, length } of hidden.toSorted((a, b) => a.start - b.start)) {
    shown.push(list.subarray(from, start));
    from = start + length;
  }
  return listedIn([...shown, list.subarray(from, -1)]);
}

/** Returns an order as JSON text, as in the list. */
export function orderJson({ list }: OrderTable, { start, length }: StoredOrder): string {
  return DECODER.decode(list.subarray(start + 1, start + length));
}
