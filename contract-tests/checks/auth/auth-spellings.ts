/** What opens the orders of some services without a key: other spellings of contract addresses, and headers that they trust from anybody. */
import { holdsOrder, holdsOrders } from "../../assertions/holds-orders.ts";
import { linkTargets } from "../../assertions/list-response.ts";
import type { OrderList } from "../../assertions/order-list.ts";
import { type Exchange, header, type OutgoingCall, orderPath } from "../../client/exchange.ts";
import { CANCEL_SPELLINGS } from "../../safety/policy.ts";
import { describeAnswer, isSuccess, violateAnswer } from "../answer-status.ts";
import { fillId, ID_SPELLINGS } from "../cancel/similar-ids.ts";
import type { Check, CheckContext } from "../check.ts";
import { inLetters } from "./refusal.ts";

/** A script in a page is given the list by a call of its function; the other words open what is for tests. */
const OPENING_QUERY = "callback=f&format=json&debug=true&public=true";
/** Relation types of the same list in another form, or of a part of it (RFC 8288, section 4). */
const REPRESENTATIONS = ["self", "alternate", "canonical", "first", "last", "next"];
/** Addresses that are tried of those that a response names. */
const MAX_NAMED = 3;

export const authSpellings: Check = {
  id: "auth-spellings",
  area: "auth",
  title:
    "no other spelling of an address, and no header of a proxy, opens the orders without a key",
  clauses: ["list-unauthorized", "cancel-unauthorized", "auth-no-effect"],
  async run(context) {
    const list = await context.list();
    const hidden =
      list === undefined
        ? []
        : [expectListHidden(context, list), expectSingleOrderHidden(context, list)];
    await Promise.all([...hidden, tryOtherSpellings(context)]);
  },
};

async function expectListHidden(context: CheckContext, list: OrderList): Promise<void> {
  const files = FILE_SPELLINGS.map((path) =>
    path.replace("{name}", inLetters(context.config.seed)),
  );
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
async function plainest(
  context: CheckContext,
  exchange: Exchange,
  list: OrderList,
): Promise<Exchange> {
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
function namedAddresses(
  baseUrl: string,
  { url, response }: Exchange,
): Pick<OutgoingCall, "path" | "query">[] {
  if (response === undefined) return [];
  const named = [
    header(response, "content-location") ?? [],
    linkTargets(response, REPRESENTATIONS),
  ].flat();
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
async function expectSingleOrderHidden(context: CheckContext, list: OrderList): Promise<void> {
  // A long id is in no example of a documentation.
  let key: number | bigint | undefined;
  for (const one of list.keys)
    if (typeof one !== "string" && (key === undefined || one > key)) key = one;
  if (key === undefined) return;
  const exchange = await context.send({
    method: "GET",
    path: orderPath(String(key)),
    credential: "none",
  });
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
    violateAnswer(
      context,
      ["cancel-unauthorized", "auth-no-effect"],
      [withHeaders!],
      situation,
      "401",
    );
  await context.list();
}

/** Below the base address. */
const LIST_SPELLINGS = `/store/orders/ /store//orders //store/orders /pets/../store/orders
  /pets/%2e%2e/store/orders /pets/..;/store/orders /%73tore/%6frders /store%2Forders /store/orders%20
  /store/orders%00 /store/orders. /STORE/ORDERS /store/orders.json /store/orders.xml
  /store\\orders /store%5Corders /store/orders/. /%2573tore/orders /orders /v1/store/orders
  /store/orders/export`.split(/\s+/);

/** Addresses that a cache takes for those of files, and a router for that of the list. `{name}` is one that nobody else asks for. */
export const FILE_SPELLINGS = [
  "/store/orders/{name}.css",
  "/store/orders;{name}.css",
  "/store/orders.csv",
] as const;

type Headers = readonly (readonly [name: string, value: string])[];

const LOOPBACK = "127.0.0.1";
/** `names` are separated by spaces. */
const withValue = (value: string, names: string): Headers =>
  names.split(/\s+/).map((name) => [name, value] as const);

const ADDRESSES: Headers = [
  ...withValue(
    LOOPBACK,
    `X-Forwarded-For X-Real-IP X-Client-IP Client-IP True-Client-IP CF-Connecting-IP X-Originating-IP X-Remote-IP
     X-Remote-Addr X-Cluster-Client-IP`,
  ),
  ["Forwarded", `for=${LOOPBACK};by=${LOOPBACK}`],
];
const USERS = withValue(
  "admin",
  `X-Forwarded-User X-Remote-User Remote-User X-User X-Username X-Authenticated-User X-WebAuth-User X-Auth-Request-User
   X-Consumer-Username X-Credential-Username X-MS-Client-Principal-Name X-User-Role`,
);
const MARKS: Headers = [
  ...withValue(
    "true",
    `X-Internal X-Internal-Request X-Admin X-Debug X-Trusted X-Authenticated X-Health-Check
     X-Envoy-Internal`,
  ),
  // A framework that counts its own calls in it leaves out the check of the key.
  ["X-Middleware-Subrequest", Array(5).fill("middleware").join(":")],
];

/** Each is sent with a list. */
const LIST_HEADERS: readonly Headers[] = [
  ADDRESSES,
  [
    ...USERS,
    ["User-Agent", "ELB-HealthChecker/2.0"],
    ...withValue("10.0.0.1", "X-Forwarded-For X-Real-IP"),
    ["Accept", "text/html"],
  ],
  [
    ...withValue("1", "X-User-Id X-Account-Id X-Consumer-Id X-Client-Id X-Tenant-Id"),
    ["X-Forwarded-Email", "admin@localhost"],
    ["X-Goog-Authenticated-User-Email", "accounts.google.com:admin@localhost"],
    ...withValue("SUCCESS", "X-SSL-Client-Verify X-Client-Verified"),
    ["Accept", "text/csv"],
    ["Range", "bytes=0-"],
  ],
  [
    ...MARKS,
    ["User-Agent", "kube-probe/1.30"],
    ["X-Requested-With", "XMLHttpRequest"],
    ["Sec-Fetch-Site", "same-origin"],
    ["Origin", "http://localhost"],
    ["Referer", "http://localhost/"],
    ["Access-Control-Request-Method", "GET"],
  ],
];

/** Sent with a cancellation: none has a number that could be read as the id of an order. The message of the 401 may be German. */
const CANCEL_HEADERS: Headers = [...ADDRESSES, ...USERS, ...MARKS, ["Accept-Language", "de"]];

/** Sent with an address beside that of the list: a router that prefers them serves the list, and the key is asked for by the address. */
const targetHeaders = (baseUrl: string): Headers =>
  withValue(
    `${new URL(baseUrl).pathname.replace(/\/$/, "")}/store/orders`,
    "X-Original-URL X-Rewrite-URL",
  );
