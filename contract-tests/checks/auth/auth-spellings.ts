import { holdsOrder, holdsOrders } from "../../assertions/holds-orders.ts";
import { isListed, type OrderList } from "../../assertions/order-list.ts";
import type { Exchange } from "../../client/exchange.ts";
import { CANCEL_SPELLINGS } from "../../safety/policy.ts";
import { isForbidden, isSuccess, statusOf } from "../answer-status.ts";
import type { Check, CheckContext } from "../check.ts";
import { orderPath, pendingIdFor } from "../order-ids.ts";
import { PROXY_HEADERS } from "./proxy-headers.ts";
import { LIST_SPELLINGS } from "./spellings.ts";

export const authSpellings: Check = {
  id: "auth-spellings",
  area: "auth",
  title: "no other spelling of an address, and no header of a proxy, opens the orders without a key",
  clauses: ["list-unauthorized", "cancel-unauthorized", "auth-no-effect"],
  async run(context) {
    const list = await context.listOrders();
    const hidden = list === undefined ? [] : [expectListHidden(context, list), expectSingleOrderHidden(context, list)];
    await Promise.all([...hidden, expectNotCancelled(context, list)]);
  },
};

async function expectListHidden(context: CheckContext, list: OrderList): Promise<void> {
  const calls = [
    ...LIST_SPELLINGS.map((path) => ({ path })),
    ...PROXY_HEADERS.map((headers) => ({ path: "/store/orders", headers })),
  ];
  const exchanges = await Promise.all(
    calls.map((call) => context.send({ method: "GET", credential: "none", ...call })),
  );
  for (const exchange of exchanges) if (holdsOrders(exchange, list)) violate(context, exchange);
}

function violate(context: CheckContext, exchange: Exchange): void {
  const { path, headers } = exchange.call;
  const sent = headers === undefined ? "" : ` with ${headers.map(([name, value]) => `${name}: ${value}`).join(", ")}`;
  context.violated("list-unauthorized", `Without a key, GET ${path}${sent} shows orders.`, [exchange], {
    expected: "no orders",
    received: String(statusOf(exchange)),
  });
}

/** The contract has no operation that returns one order, but a service may. */
async function expectSingleOrderHidden(context: CheckContext, list: OrderList): Promise<void> {
  // A long id is in no example of a documentation.
  let key: number | bigint | undefined;
  for (const one of list.keys) if (typeof one !== "string" && (key === undefined || one > key)) key = one;
  if (key === undefined) return;
  const exchange = await context.send({ method: "GET", path: orderPath(String(key)), credential: "none" });
  if (holdsOrder(exchange, key)) violate(context, exchange);
}

/**
 * A router may answer any address with 2xx, such as a page of an app: what counts is whether the order is still pending. That
 * is found out at once where cancelled orders leave the list, otherwise when the good key cancels it (auth-no-effect).
 */
async function expectNotCancelled(context: CheckContext, before: OrderList | undefined): Promise<void> {
  const id = pendingIdFor("refused", context);
  if (id === undefined) return;
  const calls = [
    ...CANCEL_SPELLINGS.map((start) => `${start}${id}`),
    orderPath(`/${id}`),
    `${orderPath(id)}/`,
    `${orderPath(id)}.json`,
  ].map((path) => ({ method: "DELETE", path, credential: "none" }) as const);
  const exchanges = (await Promise.all(calls.map((call) => context.send(call)))).filter(
    (exchange) => !isForbidden(exchange),
  );
  const after = await context.listOrders();
  context.refusedCancellations.push(...exchanges.filter((exchange) => !isSuccess(exchange)));
  if (before === undefined || after === undefined || !isListed(before, id) || isListed(after, id)) return;
  // Another shard may cancel it with the good key meanwhile (auth-no-effect).
  if (after.withoutId > 0 || context.sharded) return;
  const suspected = exchanges.filter(isSuccess);
  for (const clause of ["cancel-unauthorized", "auth-no-effect"] as const)
    context.violated(
      clause,
      `After DELETE without a key in other spellings of its address, order ${id} is no longer listed.`,
      [...(suspected.length > 0 ? suspected : exchanges).slice(0, 3), after.exchange],
      { expected: "no effect" },
    );
}
