/**
 * Lists the orders for the steps: sends the call, reads and judges the list, and looks for orders
 * that have vanished.
 */

import { LIST_WITH_KEY, type OutgoingCall } from "../../../client/calls.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { isProbe } from "../../../client/nature.ts";
import { expectList } from "../../assertions/list-reader.ts";
import type { OrderList } from "../../assertions/order-list.ts";
import { expectReserved } from "../orders/reserved.ts";
import type { Session } from "../session.ts";

/** Sends listOrders with the good key and judges the list; undefined if there is none. */
export async function listOrders(s: Session, call: Partial<OutgoingCall> = {}) {
  return readList(s, await s.send({ ...LIST_WITH_KEY, ...call }));
}

/** Judges the response to a call of listOrders; undefined if it has no list. */
export async function readList(s: Session, exchange: Exchange): Promise<OrderList | undefined> {
  const reading = s.received.readingOf(exchange.response);
  if (reading?.list !== undefined && !isProbe(exchange.call)) await expectReserved(s, reading.list);
  return expectList(exchange, reading, s.report);
}
