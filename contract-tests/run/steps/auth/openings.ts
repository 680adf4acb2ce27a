/**
 * Ways in which some services show orders without a key: other spellings of the contract's
 * addresses, and headers that they trust from anybody.
 */
import { match } from "../../../../spec/interface/match.ts";
import { cancellationOf, LIST_CALL, type OutgoingCall, orderPath } from "../../../client/calls.ts";
import type { Exchange } from "../../../client/exchange.ts";
import { describeAnswer, isSuccess } from "../../../client/outcome.ts";
import {
  CANCEL_SPELLINGS,
  FILE_SPELLINGS,
  LIST_SPELLINGS,
  OPENING_QUERIES,
} from "../../../tables/addresses.ts";
import { CANCEL_HEADERS, LIST_HEADERS } from "../../../tables/headers.ts";
import { fillId, ID_SPELLINGS, inLetters } from "../../../tables/texts.ts";
import { holdsOrder, holdsOrders } from "../../assertions/holds-orders.ts";
import { namedAddresses } from "../../assertions/named-addresses.ts";
import type { OrderList } from "../../assertions/order-list.ts";
import { compare } from "../../session/lists/compare.ts";
import { listOrders } from "../../session/lists/read-list.ts";
import type { Session } from "../../session/session.ts";
import { violateAnswer } from "../answer-findings.ts";
import { PREFLIGHT } from "../open-questions.ts";
import { rowsFor, sendRows } from "../rows.ts";
import type { Step } from "../step.ts";
import { REFUSED_CANCELLATIONS } from "./bad-keys.ts";

const WITHOUT_KEY = { ...LIST_CALL, credential: "none" } as const;
/**
 * A router that prefers these headers serves the address in them, while another part asks for the
 * key by the address in the request line.
 */
const ADDRESS_HEADERS = ["X-Original-URL", "X-Rewrite-URL"];

export const openings: Step = {
  id: "openings",
  title:
    "no other spelling of an address, and no header of a proxy, opens the orders without a key",
  clauses: ["auth-key-exact", "auth-no-effect", "list-unauthorized", "cancel-unauthorized"],
  async run(s) {
    const list = s.baseline.list ?? (await listOrders(s));
    if (list !== undefined && s.wants("list-unauthorized")) await expectListHidden(s, list);
    const { refused: id } = s.orders.provided;
    if (id === undefined || !s.wants(...CANCEL_SPELLINGS.clauses)) return;
    await compare(s, REFUSED_CANCELLATIONS, () => tryOtherSpellings(s, id));
  },
};

async function expectListHidden(s: Session, list: OrderList): Promise<void> {
  const fileOf = (path: string): OutgoingCall => ({
    ...WITHOUT_KEY,
    path: path.replace("{name}", inLetters(s.config.seed)),
  });
  // We send these with the key first, because a cache may keep the response.
  const files = rowsFor(s, FILE_SPELLINGS).map(fileOf);
  await s.all(files.map((call) => ({ ...call, credential: "good" })));

  const address = `${new URL(s.config.baseUrl).pathname.replace(/\/$/, "")}${LIST_CALL.path}`;
  const others: Partial<OutgoingCall>[] = [
    // A service may also show the orders at this address without regard to the headers.
    { path: "/store", headers: ADDRESS_HEADERS.map((name) => [name, address] as const) },
    ...namedAddresses(s.config.baseUrl, list.exchange),
    { method: "HEAD" },
  ];
  const preflights = s.exchanges.filter(({ call }) => call === PREFLIGHT);
  const exchanges = [
    ...(await sendRows(s, LIST_SPELLINGS, (path) => ({ ...WITHOUT_KEY, path }))),
    ...(await sendRows(s, FILE_SPELLINGS, fileOf)),
    ...(await sendRows(s, OPENING_QUERIES, (query) => ({ ...WITHOUT_KEY, query }))),
    ...(await sendRows(s, LIST_HEADERS, (headers) => ({ ...WITHOUT_KEY, headers }))),
    ...(await s.all(others.map((call) => ({ ...WITHOUT_KEY, ...call })))),
    ...(preflights.length > 0 ? preflights : [await s.send(PREFLIGHT)]),
  ];
  for (const exchange of exchanges)
    if (!holdsOrders(exchange, list)) adviseOnHead(s, exchange);
    else violateShown(s, await plainest(s, exchange, list));

  // The contract has no operation that returns one order, but a service may. A long id is in no
  // example of a documentation page.
  const [longest] = [...list.keys]
    .filter((key) => typeof key !== "string")
    .sort((a, b) => Number(b > a) - Number(b < a));
  if (longest === undefined) return;
  const path = orderPath(String(longest));
  const single = await s.send({ method: "GET", path, credential: "none" });
  if (holdsOrder(single, longest)) violateShown(s, single);
}

/**
 * Records an answer that shows no orders. A HEAD that is served without a key may still tell that
 * there are orders, and how many.
 */
function adviseOnHead({ report }: Session, exchange: Exchange): void {
  report.held("list-unauthorized");
  if (exchange.call.method !== "HEAD" || !isSuccess(exchange)) return;
  const why = `HEAD ${exchange.call.path} without a key gets ${describeAnswer(exchange)}.`;
  report.advise("head-open", why, [exchange]);
}

/**
 * Returns the exchange with the single header, or no header, with which the call shows orders as
 * well; the given exchange if no single header does.
 */
async function plainest(s: Session, exchange: Exchange, list: OrderList): Promise<Exchange> {
  const { headers = [], ...call } = exchange.call;
  if (headers.length < 2) return exchange;
  const calls = [call, ...headers.map((header): OutgoingCall => ({ ...call, headers: [header] }))];
  return (await s.all(calls)).find((one) => holdsOrders(one, list)) ?? exchange;
}

/** Records that a response to a call without a key shows orders. */
function violateShown({ report }: Session, exchange: Exchange): void {
  const { method, path, query, headers = [] } = exchange.call;
  const address = query === undefined ? path : `${path}?${query}`;
  const named = headers.map(([name, value]) => `${name}: ${value}`).join(", ");
  const why = `Without a key, ${method} ${address}${named && ` with ${named}`} shows orders.`;
  const received = describeAnswer(exchange);
  const detail = { expected: "no orders", received, showsOrders: true } as const;
  const { operation, isValid } = match(method, path);
  // An address that names no order may be another address of the list.
  const clause = isValid ? operation?.unauthorized.clause : undefined;
  report.violated(clause ?? "list-unauthorized", why, [exchange], detail);
}

/**
 * Sends cancellations without a key to other spellings. A router may answer any address with 2xx,
 * such as a page of an app, so we judge whether the order is still pending: by the lists if
 * cancelled orders leave them, otherwise when the good key cancels it (late-effects).
 */
async function tryOtherSpellings(s: Session, id: bigint): Promise<void> {
  const call = { ...cancellationOf(id), credential: "none" } as const;
  const at = (path: string): OutgoingCall => ({ ...call, path: path.replace("{id}", `${id}`) });
  await sendRows(s, CANCEL_SPELLINGS, at);
  await sendRows(s, ID_SPELLINGS, (text) => at(orderPath(fillId(text, id))));

  // This is the address of the contract: no page of an app answers there.
  const situation = `Cancelling order ${id} without a key, with headers of a proxy,`;
  const { clauses } = CANCEL_HEADERS;
  for (const exchange of await sendRows(s, CANCEL_HEADERS, (headers) => ({ ...call, headers })))
    if (isSuccess(exchange)) violateAnswer(s, clauses, [exchange], situation, "401");
}
