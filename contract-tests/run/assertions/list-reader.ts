/**
 * Reads the lists of a run as they arrive, because no later call may harm an order that a list
 * shows; and judges the lists.
 */

import { LIST_CALL } from "../../client/calls.ts";
import { type Exchange, header, type Response } from "../../client/exchange.ts";
import { isProbe } from "../../client/nature.ts";
import { statusOf } from "../../client/outcome.ts";
import { ListedIds } from "../../safety/listed-ids.ts";
import type { Recorder } from "./finding.ts";
import { assertNoPagination, expectListStatus } from "./list-response.ts";
import { type ExpectedOrders, expectProvidedListed } from "./listed-orders.ts";
import { OrderIndex, type OrderList } from "./order-list.ts";
import { expectOrderList, type ListReading, readOrderList } from "./order-list-body.ts";

/**
 * True if a call with the key got a list of orders. With status 203, a proxy has changed the list.
 */
export function isList(exchange: Exchange): boolean {
  const { method, path, credential } = exchange.call;
  const isAsked = method === LIST_CALL.method && path === LIST_CALL.path && credential === "good";
  return isAsked && [200, 203].includes(statusOf(exchange) ?? 0);
}

export class ListReader {
  /** The ids that any list has shown; undefined until a list could be read. */
  listed: ListedIds | undefined;
  private watched: readonly bigint[] = [];
  private readonly index = new OrderIndex();
  /** The last list that was read; we do not read a list with the same bytes again. */
  private last: { readonly response: Response; readonly reading: ListReading } | undefined;

  /** `watched`: the orders whose fields we keep for comparison. */
  read(response: Response, watched: readonly bigint[]): ListReading {
    const { last } = this;
    const isRead = last !== undefined && watched === this.watched;
    if (isRead && isSameBody(last.response, response)) return last.reading;
    // We do not keep the ids of each list: they can take megabytes, and `listed` has all of them.
    const { ids, ...reading } = readOrderList(response, watched, this.index);
    if (ids !== undefined) {
      this.listed ??= new ListedIds();
      this.listed.add(ids);
    }
    this.watched = watched;
    this.last = { response, reading };
    return reading;
  }
}

function isSameBody(a: Response, b: Response): boolean {
  const isSameCoding = header(a, "content-encoding") === header(b, "content-encoding");
  return isSameCoding && Buffer.compare(a.body, b.body) === 0;
}

/**
 * Judges the response to a plain call of listOrders with the key (clauses of the list and of
 * Order). Returns undefined if the response has no list. We do not judge which orders a probe gets,
 * or in which form.
 */
export function expectList(
  exchange: Exchange,
  reading: (ListReading & ExpectedOrders) | undefined,
  report: Recorder,
): OrderList | undefined {
  const { call, response } = exchange;
  if (isProbe(call)) return reading?.list && { ...reading.list, exchange };
  if (!expectListStatus(exchange, report) || !response || !reading) return undefined;
  const list = expectOrderList(exchange, response, reading, report);
  if (list === undefined) return undefined;
  assertNoPagination(exchange, response, list.count, report);
  expectProvidedListed(list, reading, report);
  return list;
}
