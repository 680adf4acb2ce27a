/**
 * The service checks the key at the contract's address, but not where a router finds the same
 * operation.
 *
 * Sources: those of changes/spellings.ts; CVE-2018-14773 (X-Original-URL in Symfony); JSONP; CORS
 * handlers that take OPTIONS out of the key check; browsable APIs, as of Django REST framework;
 * index pages and operations of a later version that nobody protected.
 */
import { match } from "../../../../spec/interface/match.ts";
import { alsoAccepts } from "../../changes/key-checks.ts";
import { answersFirst } from "../../changes/replies.ts";
import { NORMALIZED } from "../../changes/spellings.ts";
import { roomy } from "../../orders.ts";
import { header } from "../../raw-http.ts";
import type { Operation } from "../../reference-service.ts";
import { json, typed } from "../../replies.ts";
import { type Base, fault, type Replacement } from "../../variant.ts";

/** Serves an operation without a key unless the path is the contract's. */
const servesWithoutKey = (
  base: Base,
  operation: Operation,
  normalize: (path: string) => string,
): Replacement => ({
  answer: async (request) => {
    const { path = "" } = request;
    const routed = { ...request, path: normalize(path) };
    const isOther = routed.path !== path && base.operationOf(routed) === operation;
    return isOther ? base.answerAuthorized(routed) : base.answer(request);
  },
});

/** Version 1 has no operation for one order: a service that shows one shows a part of the list. */
const OF_ONE_ORDER =
  match("GET", "/store/orders/1").operation?.unauthorized.clause ?? "list-unauthorized";

export const AUTH_SPELLING_FAULTS = [
  ...Object.values(NORMALIZED).map(([words, normalize]) =>
    fault(
      `The list needs no key at an address with ${words}.`,
      ["list-unauthorized"],
      { foundBy: "openings" },
      (base) => servesWithoutKey(base, "listOrders", normalize),
    ),
  ),
  ...[NORMALIZED["letter-case"], NORMALIZED["escaped-slash"], NORMALIZED["trailing-slash"]].map(
    ([words, normalize]) =>
      fault(
        `Cancelling needs no key at an address with ${words}.`,
        ["auth-no-effect"],
        { orders: roomy },
        (base) => servesWithoutKey(base, "cancelOrder", normalize),
      ),
  ),
  // Requests that need no key because of their headers or query.
  fault(
    "A cancellation with X-Forwarded-For: 127.0.0.1 needs no key.",
    ["cancel-unauthorized", "auth-no-effect"],
    { withoutIds: "undetected", foundBy: "openings" },
    (base) =>
      alsoAccepts(
        base,
        ["cancelOrder"],
        (request) => header(request, "x-forwarded-for") === "127.0.0.1",
      ),
  ),
  fault("A list for a callback needs no key.", ["list-unauthorized"], (base) =>
    alsoAccepts(base, ["listOrders"], ({ query }) => new URLSearchParams(query).has("callback")),
  ),
  fault(
    "OPTIONS gets the list without a key.",
    ["list-unauthorized"],
    { foundBy: "openings" },
    (base) =>
      answersFirst(base, (request) =>
        request.method === "OPTIONS" ? base.list(request) : undefined,
      ),
  ),
  ...["x-original-url", "x-rewrite-url"].map((name) =>
    fault(
      `The list needs no key where ${name} has its address, and the request another one.`,
      ["list-unauthorized"],
      (base) =>
        answersFirst(base, (request) =>
          base.operationOf(request) === "other" &&
          header(request, name)?.endsWith("/v1/store/orders")
            ? base.list(request)
            : undefined,
        ),
    ),
  ),
  fault("The list as text/html needs no key.", ["list-unauthorized"], (base) =>
    answersFirst(base, (request) => {
      const isMeant =
        base.operationOf(request) === "listOrders" &&
        header(request, "accept")?.startsWith("text/html");
      if (!isMeant) return undefined;
      const rows = base.store.orders.map(({ id, shipDate }) => `<tr><td>${id},<td>${shipDate}`);
      return typed(200, "text/html", rows.join("\n"));
    }),
  ),
  fault("GET of one order needs no key.", [OF_ONE_ORDER], (base) =>
    answersFirst(base, (request) => {
      const order = base.store.orders.find(({ id }) => request.path === `/store/orders/${id}`);
      return request.method === "GET" && order !== undefined
        ? json(200, base.serializeOrder(order, 0, 1))
        : undefined;
    }),
  ),
  fault(
    "The address above the list shows the orders in a page object.",
    ["list-unauthorized"],
    (base) =>
      answersFirst(base, (request) =>
        request.path === "/store"
          ? json(200, `{"data":{"orders":${Buffer.from(base.list(request).body)}}}`)
          : undefined,
      ),
  ),
];
