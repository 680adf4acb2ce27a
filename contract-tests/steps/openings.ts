/** Ways by which some services show orders without a key: other spellings of contract addresses, and headers that they trust from anybody. */
import { match } from "../../spec/interface/match.ts";
import { holdsOrder, holdsOrders } from "../assertions/holds-orders.ts";
import { namedAddresses } from "../assertions/named-addresses.ts";
import type { OrderList } from "../assertions/order-list.ts";
import { describeAnswer, isSuccess } from "../client/answer.ts";
import { LIST_CALL, type OutgoingCall, orderPath } from "../client/calls.ts";
import type { Exchange } from "../client/exchange.ts";
import { CANCEL_SPELLINGS } from "../safety/policy.ts";
import { compare } from "../session/compare.ts";
import type { Session } from "../session/session.ts";
import { CANCEL_HEADERS, FILE_SPELLINGS, LIST_HEADERS, LIST_SPELLINGS } from "./addresses.ts";
import { violateAnswer } from "./answers.ts";
import { PREFLIGHT } from "./silences.ts";
import type { Step } from "./step.ts";
import { fillId, ID_SPELLINGS, inLetters } from "./texts.ts";

/** A script in a page is given the list by a call of its function; the other words open what is for tests. */
const OPENING_QUERY = "callback=f&format=json&debug=true&public=true";
/** A router that prefers them serves the address that they name, and the key is asked for by the other one. */
const ADDRESS_HEADERS = ["X-Original-URL", "X-Rewrite-URL"];

export const openings: Step = {
  id: "openings",
  title:
    "no other spelling of an address, and no header of a proxy, opens the orders without a key",
  clauses: ["auth-key-exact", "auth-no-effect", "list-unauthorized", "cancel-unauthorized"],
  async run(s) {
    const list = s.snapshot ?? (await s.list());
    if (list !== undefined) await expectListHidden(s, list);
    const { refused: id } = s.orders;
    if (id === undefined) return;
    const act = { what: "refused cancellations", blame: "auth-no-effect" } as const;
    await compare(s, act, () => tryOtherSpellings(s, id));
  },
};

async function expectListHidden(s: Session, list: OrderList): Promise<void> {
  const files = s
    .some(FILE_SPELLINGS, 1, 0)
    .map((path) => path.replace("{name}", inLetters(s.config.seed)));
  // With the key first: a cache may keep what that gets.
  await s.all(files.map((path) => ({ method: "GET", credential: "good", path })));

  const address = `${new URL(s.config.baseUrl).pathname.replace(/\/$/, "")}${LIST_CALL.path}`;
  const calls = [
    ...[...s.some(LIST_SPELLINGS, 6, 1), ...files].map((path) => ({ path })),
    // A service may also show the orders at this address, whatever the headers.
    { path: "/store", headers: ADDRESS_HEADERS.map((name) => [name, address] as const) },
    ...s.some([{ ...LIST_CALL, query: OPENING_QUERY }], 1, 0),
    ...namedAddresses(s.config.baseUrl, list.exchange),
    ...s.some(LIST_HEADERS, 4, 1).map((headers) => ({ ...LIST_CALL, headers })),
    { ...LIST_CALL, method: "HEAD" },
  ];
  const sent = calls.map((call) => ({ method: "GET", credential: "none", ...call }) as const);
  const preflights = s.exchanges.filter(({ call }) => call === PREFLIGHT);
  const exchanges = [
    ...(await s.all(sent)),
    ...(preflights.length > 0 ? preflights : [await s.send(PREFLIGHT)]),
  ];
  for (const exchange of exchanges)
    if (!holdsOrders(exchange, list)) s.report.held("list-unauthorized");
    else violateShown(s, await plainest(s, exchange, list));

  // The contract has no operation that returns one order, but a service may. A long id is in no example of a documentation.
  const [longest] = [...list.keys]
    .filter((key) => typeof key !== "string")
    .sort((a, b) => Number(b > a) - Number(b < a));
  if (longest === undefined) return;
  const path = orderPath(String(longest));
  const single = await s.send({ method: "GET", path, credential: "none" });
  if (holdsOrder(single, longest)) violateShown(s, single);
}

/** Finds the single header, or no header, with which the call shows orders as well; the call itself if no single one does. */
async function plainest(s: Session, exchange: Exchange, list: OrderList): Promise<Exchange> {
  const { headers = [], ...call } = exchange.call;
  if (headers.length < 2) return exchange;
  const calls = [call, ...headers.map((header): OutgoingCall => ({ ...call, headers: [header] }))];
  return (await s.all(calls)).find((one) => holdsOrders(one, list)) ?? exchange;
}

/** A response to a call without a key shows orders. */
function violateShown({ report }: Session, exchange: Exchange): void {
  const { method, path, query, headers = [] } = exchange.call;
  const address = query === undefined ? path : `${path}?${query}`;
  const named = headers.map(([name, value]) => `${name}: ${value}`).join(", ");
  const why = `Without a key, ${method} ${address}${named && ` with ${named}`} shows orders.`;
  const received = describeAnswer(exchange);
  const detail = { expected: "no orders", received, showsOrders: true } as const;
  const { operation, isValid } = match(method, path);
  // An address that names no order may be another one of the list.
  const clause = isValid ? operation?.unauthorized.clause : undefined;
  report.violated(clause ?? "list-unauthorized", why, [exchange], detail);
}

/**
 * A router may answer any address with 2xx, such as a page of an app: what counts is whether the order is still pending. That
 * shows in the lists where cancelled orders leave them, otherwise when the good key cancels it (late-effects).
 */
async function tryOtherSpellings(s: Session, id: bigint): Promise<void> {
  const paths = [
    ...s.some(CANCEL_SPELLINGS, 4).map((spelling) => spelling.replace("{id}", String(id))),
    ...s.some(ID_SPELLINGS, 1).map((text) => orderPath(fillId(text, id))),
  ];
  const call = { method: "DELETE", path: orderPath(id), credential: "none" } as const;
  const [withHeaders] = await s.all([
    { ...call, headers: CANCEL_HEADERS },
    ...paths.map((path) => ({ ...call, path })),
  ]);

  // It is the address of the contract: no page of an app answers there.
  const situation = `Cancelling order ${id} without a key, with headers of a proxy,`;
  if (isSuccess(withHeaders!))
    violateAnswer(s, ["cancel-unauthorized", "auth-no-effect"], [withHeaders!], situation, "401");
}
