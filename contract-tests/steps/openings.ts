/** What opens the orders of some services without a key: other spellings of contract addresses, and headers that they trust from anybody. */

import { holdsOrder, holdsOrders } from "../assertions/holds-orders.ts";
import { namedAddresses } from "../assertions/named-addresses.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { type Exchange, type OutgoingCall, orderPath } from "../client/exchange.ts";
import { CANCEL_SPELLINGS } from "../safety/policy.ts";
import { COMPARED } from "../session/blame.ts";
import type { Session } from "../session/session.ts";
import {
  CANCEL_HEADERS,
  FILE_SPELLINGS,
  LIST_HEADERS,
  LIST_SPELLINGS,
  targetHeaders,
} from "./addresses.ts";
import { describeAnswer, isSuccess, violateAnswer } from "./answers.ts";
import type { Step } from "./step.ts";
import { fillId, ID_SPELLINGS, inLetters } from "./texts.ts";

/** A script in a page is given the list by a call of its function; the other words open what is for tests. */
const OPENING_QUERY = "callback=f&format=json&debug=true&public=true";

export const openings: Step = {
  id: "openings",
  title:
    "no other spelling of an address, and no header of a proxy, opens the orders without a key",
  clauses: ["list-unauthorized", ...COMPARED],
  async run(s) {
    const list = await s.list();
    if (list !== undefined) {
      await expectListHidden(s, list);
      await expectSingleOrderHidden(s, list);
    }
    const { refused: id } = s.orders;
    if (id !== undefined)
      await s.compare({ what: "refused cancellations", blame: "auth-no-effect" }, () =>
        tryOtherSpellings(s, id),
      );
  },
};

async function expectListHidden(s: Session, list: OrderList): Promise<void> {
  const files = FILE_SPELLINGS.map((path) => path.replace("{name}", inLetters(s.config.seed)));
  // With the key first: a cache may keep what that gets.
  await s.all(files.map((path) => ({ method: "GET", credential: "good", path })));

  const calls = [
    ...[...LIST_SPELLINGS, ...files].map((path) => ({ path })),
    // A service may also show the orders at this address, whatever the headers.
    { path: "/store", headers: targetHeaders(s.config.baseUrl) },
    { path: "/store/orders", query: OPENING_QUERY },
    ...namedAddresses(s.config.baseUrl, list.exchange),
    ...LIST_HEADERS.map((headers) => ({ path: "/store/orders", headers })),
  ];
  const sent = calls.map((call) => ({ method: "GET", credential: "none", ...call }) as const);
  for (const exchange of await s.all(sent))
    if (holdsOrders(exchange, list)) violateShown(s, await plainest(s, exchange, list));
}

/** Of several headers, the call with the one, or with none, that shows orders as well; the call itself where none does alone. */
async function plainest(s: Session, exchange: Exchange, list: OrderList): Promise<Exchange> {
  const { headers = [], ...call } = exchange.call;
  if (headers.length < 2) return exchange;
  const calls = [call, ...headers.map((header): OutgoingCall => ({ ...call, headers: [header] }))];
  const alone = await s.all(calls);
  return alone.find((one) => holdsOrders(one, list)) ?? exchange;
}

/** A response to a call without a key shows orders. */
export function violateShown({ report }: Session, exchange: Exchange): void {
  const { method, path, query, headers } = exchange.call;
  const address = query === undefined ? path : `${path}?${query}`;
  const sent =
    headers === undefined
      ? ""
      : ` with ${headers.map(([name, value]) => `${name}: ${value}`).join(", ")}`;
  const why = `Without a key, ${method} ${address}${sent} shows orders.`;
  report.violated("list-unauthorized", why, [exchange], {
    expected: "no orders",
    received: describeAnswer(exchange),
  });
}

/** The contract has no operation that returns one order, but a service may. */
async function expectSingleOrderHidden(s: Session, list: OrderList): Promise<void> {
  // A long id is in no example of a documentation.
  let key: number | bigint | undefined;
  for (const one of list.keys)
    if (typeof one !== "string" && (key === undefined || one > key)) key = one;
  if (key === undefined) return;
  const exchange = await s.send({
    method: "GET",
    path: orderPath(String(key)),
    credential: "none",
  });
  if (holdsOrder(exchange, key)) violateShown(s, exchange);
}

/**
 * A router may answer any address with 2xx, such as a page of an app: what counts is whether the order is still pending. That
 * shows in the lists where cancelled orders leave them, otherwise when the good key cancels it (late-effects).
 */
async function tryOtherSpellings(s: Session, id: bigint): Promise<void> {
  const call = { method: "DELETE", credential: "none" } as const;
  const paths = [
    ...CANCEL_SPELLINGS.map((spelling) => spelling.replace("{id}", String(id))),
    ...ID_SPELLINGS.map((text) => orderPath(fillId(text, id))),
  ];
  const [withHeaders] = await s.all([
    { ...call, path: orderPath(id), headers: CANCEL_HEADERS },
    ...paths.map((path) => ({ ...call, path })),
  ]);

  // It is the address of the contract: no page of an app answers there.
  const situation = `Cancelling order ${id} without a key, with headers of a proxy,`;
  if (isSuccess(withHeaders!))
    violateAnswer(s, ["cancel-unauthorized", "auth-no-effect"], [withHeaders!], situation, "401");
}
