import { holdsOrder, holdsOrders } from "../../assertions/holds-orders.ts";
import type { OrderList } from "../../assertions/order-list.ts";
import { linkTargets } from "../../assertions/pagination.ts";
import { type Exchange, header, type OutgoingCall, orderPath } from "../../client/exchange.ts";
import { CANCEL_SPELLINGS } from "../../safety/policy.ts";
import { describeAnswer, isSuccess, violateAnswer } from "../answer-status.ts";
import { fillId, ID_SPELLINGS } from "../cancel/similar-ids.ts";
import type { Check, CheckContext } from "../check.ts";
import { inLetters } from "./refusal.ts";
import { CANCEL_HEADERS, FILE_SPELLINGS, LIST_HEADERS, LIST_SPELLINGS, targetHeaders } from "./spellings.ts";

/** A script in a page is given the list by a call of its function; the other words open what is for tests. */
const OPENING_QUERY = "callback=f&format=json&debug=true&public=true";
/** Relation types of the same list in another form, or of a part of it (RFC 8288, section 4). */
const REPRESENTATIONS = ["self", "alternate", "canonical", "first", "last", "next"];
/** Addresses that are tried of those that a response names. */
const MAX_NAMED = 3;

export const authSpellings: Check = {
  id: "auth-spellings",
  area: "auth",
  title: "no other spelling of an address, and no header of a proxy, opens the orders without a key",
  clauses: ["list-unauthorized", "cancel-unauthorized", "auth-no-effect"],
  after: ["auth-refused", "cancel-malformed"],
  async run(context) {
    const list = await context.list();
    const hidden = list === undefined ? [] : [expectListHidden(context, list), expectSingleOrderHidden(context, list)];
    await Promise.all([...hidden, tryOtherSpellings(context)]);
  },
};

async function expectListHidden(context: CheckContext, list: OrderList): Promise<void> {
  const files = FILE_SPELLINGS.map((path) => path.replace("{name}", inLetters(context.config.seed)));
  // With the key first: a cache may keep what that gets.
  await Promise.all(files.map((path) => context.send({ method: "GET", credential: "good", path })));
  const calls = [
    ...[...LIST_SPELLINGS, ...files].map((path) => ({ path })),
    // A service may also show the orders at this address, whatever the headers.
    { path: "/store", headers: targetHeaders(context.config.baseUrl) },
    { path: "/store/orders", query: OPENING_QUERY },
    ...namedAddresses(context.config.baseUrl, list.exchange),
    ...LIST_HEADERS.map((headers) => ({ path: "/store/orders", headers })),
  ];
  const exchanges = await Promise.all(
    calls.map((call) => context.send({ method: "GET", credential: "none", ...call })),
  );
  for (const exchange of exchanges)
    if (holdsOrders(exchange, list)) violateShown(context, await plainest(context, exchange, list));
}

/** Of several headers, the call with the one, or with none, that shows orders as well; the call itself where none does alone. */
async function plainest(context: CheckContext, exchange: Exchange, list: OrderList): Promise<Exchange> {
  const { headers = [], ...call } = exchange.call;
  if (headers.length < 2) return exchange;
  const calls = [call, ...headers.map((header): OutgoingCall => ({ ...call, headers: [header] }))];
  const alone = await Promise.all(calls.map((one) => context.send(one)));
  return alone.find((one) => holdsOrders(one, list)) ?? exchange;
}

/**
 * The addresses below the base address that a response names as those of a representation. One that is signed, or is for a cache,
 * may need no key. An address of another kind may have an effect.
 */
function namedAddresses(baseUrl: string, { url, response }: Exchange): Pick<OutgoingCall, "path" | "query">[] {
  if (response === undefined) return [];
  const named = [header(response, "content-location") ?? [], linkTargets(response, REPRESENTATIONS)].flat();
  const base = `${baseUrl.replace(/\/$/, "")}/`;
  return named
    .flatMap((target) => (URL.canParse(target, url) ? [new URL(target, url)] : []))
    .filter(({ href }) => href.startsWith(base))
    .slice(0, MAX_NAMED)
    .map(({ href, search, hash }) => ({
      path: href.slice(base.length - 1, href.length - search.length - hash.length),
      ...(search !== "" && { query: search.slice(1) }),
    }));
}

/** A response to a call without a key shows orders. */
export function violateShown({ report }: CheckContext, exchange: Exchange): void {
  const { method, path, query, headers } = exchange.call;
  const address = query === undefined ? path : `${path}?${query}`;
  const sent = headers === undefined ? "" : ` with ${headers.map(([name, value]) => `${name}: ${value}`).join(", ")}`;
  const why = `Without a key, ${method} ${address}${sent} shows orders.`;
  report.violated("list-unauthorized", why, [exchange], { expected: "no orders", received: describeAnswer(exchange) });
}

/** The contract has no operation that returns one order, but a service may. */
async function expectSingleOrderHidden(context: CheckContext, list: OrderList): Promise<void> {
  // A long id is in no example of a documentation.
  let key: number | bigint | undefined;
  for (const one of list.keys) if (typeof one !== "string" && (key === undefined || one > key)) key = one;
  if (key === undefined) return;
  const exchange = await context.send({ method: "GET", path: orderPath(String(key)), credential: "none" });
  if (holdsOrder(exchange, key)) violateShown(context, exchange);
}

/**
 * A router may answer any address with 2xx, such as a page of an app: what counts is whether the order is still pending. That
 * shows in the lists where cancelled orders leave them (list-again), otherwise when the good key cancels it (auth-no-effect).
 */
async function tryOtherSpellings(context: CheckContext): Promise<void> {
  const { refused: id } = context.orders;
  if (id === undefined) return;
  const call = { method: "DELETE", credential: "none" } as const;
  const paths = [
    ...CANCEL_SPELLINGS.map((spelling) => spelling.replace("{id}", String(id))),
    ...ID_SPELLINGS.map((text) => orderPath(fillId(text, id))),
  ];
  const [withHeaders] = await Promise.all([
    context.send({ ...call, path: orderPath(id), headers: CANCEL_HEADERS }),
    ...paths.map((path) => context.send({ ...call, path })),
  ]);
  // It is the address of the contract: no page of an app answers there. The order can prove nothing more.
  const situation = `Cancelling order ${id} without a key, with headers of a proxy,`;
  if (isSuccess(withHeaders!))
    violateAnswer(context, ["cancel-unauthorized", "auth-no-effect"], [withHeaders!], situation, "401");
  await context.list();
}
