/**
 * Keeps everything that a run has received: the exchanges, and the lists in them; also the calls
 * that were not sent. Judges nothing.
 */

import { bodyLimit, MAX_SHORT_BYTES } from "../../client/body-limit.ts";
import type { OutgoingCall } from "../../client/calls.ts";
import type { Exchange, Response } from "../../client/exchange.ts";
import { isProbe } from "../../client/nature.ts";
import type { ListedIds } from "../../safety/listed-ids.ts";
import type { Refusal } from "../../safety/rules.ts";
import { isList, ListReader } from "../assertions/list-reader.ts";
import type { ExpectedOrders } from "../assertions/listed-orders.ts";
import type { OrderList } from "../assertions/order-list.ts";
import type { ListReading } from "../assertions/order-list-body.ts";

type Reading = ListReading & ExpectedOrders;

/** A call that a safety rule refused. */
export interface RefusedCall {
  readonly call: OutgoingCall;
  readonly refusal: Refusal;
}

export class Received {
  /** All exchanges, with long bodies cut. */
  readonly exchanges: Exchange[] = [];
  readonly notSent: RefusedCall[] = [];
  /** The lists that plain calls got, in the order in which they arrived. */
  readonly lists: (OrderList & ExpectedOrders)[] = [];
  private readonly reader = new ListReader();
  private readonly readings = new WeakMap<Response, Reading>();
  private readonly isKeptWhole = bodyLimit();

  /** The ids that any list has shown; undefined until a list could be read. */
  get listed(): ListedIds | undefined {
    return this.reader.listed;
  }

  /**
   * Returns the list that was read in a response; undefined if the response answers no call of
   * listOrders with the key.
   */
  readingOf(response: Response | undefined): Reading | undefined {
    return response && this.readings.get(response);
  }

  /**
   * Keeps an exchange, and returns the list in it, if there is one. `expected`: the orders that the
   * list must have; `watched`: the orders whose fields we keep for comparison.
   */
  keep(exchange: Exchange, expected: ExpectedOrders, watched: readonly bigint[]) {
    const kept = this.isKeptWhole(exchange) ? exchange : withShortBody(exchange);
    this.exchanges.push(kept);
    const { call, response } = exchange;
    if (response === undefined || !isList(exchange)) return undefined;

    const reading = this.reader.read(response, watched);
    this.readings.set(response, { ...reading, ...expected });
    if (reading.list !== undefined && !isProbe(call))
      this.lists.push({ ...reading.list, ...expected, exchange: kept });
    return reading.list;
  }
}

function withShortBody(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (response === undefined) return exchange;
  const body = Uint8Array.from(response.body.subarray(0, MAX_SHORT_BYTES));
  return { ...exchange, response: { ...response, body } };
}
