/**
 * The reference: a small, correct Orders Service that shares no code with the mock. Members call
 * one another through the object, so that a variant can replace exactly one.
 */
import type { OperationId } from "../../spec/clauses/index.ts";
import { stringifyJson } from "../../spec/json/json.ts";
import type { InitialOrders, Order, OrderState } from "./orders.ts";
import { bearer, parameter, type Reply, type Request } from "./raw-http.ts";
import { empty, error, json } from "./replies.ts";

export type Operation = OperationId | "other";

export type ReferenceService = ReturnType<typeof createReferenceService>;

/** Returns the members that came after version 1, each value as JSON text. */
function furtherMembers(order: Order): Record<string, string> {
  const { id, petId, quantity, shipDate, complete, state, ...further } = order;
  return Object.fromEntries(
    Object.entries(further).map(([name, value]) => [name, stringifyJson(value)]),
  );
}

/**
 * Calls `onStateChange` for every order that a request changes. `now` returns milliseconds since
 * the epoch.
 */
export function createReferenceService(
  key: string,
  initial: InitialOrders,
  onStateChange: (order: Order) => void,
  now: () => number = Date.now,
) {
  /** The service's orders, with counts of answered lists and of orders whose state changed. */
  const store = { initial, orders: initial.orders, listCount: 0, cancelCount: 0 };
  const service = {
    key,
    store,
    /** The gate waits by the same clock. */
    now,

    /** Replies to any request. */
    answer: async (request: Request): Promise<Reply> =>
      service.isAuthorized(request)
        ? service.answerAuthorized(request)
        : service.unauthorized(request),

    async answerAuthorized(request: Request): Promise<Reply> {
      switch (service.operationOf(request)) {
        case "listOrders":
          store.listCount += 1;
          return service.list(request);
        case "getPet":
          return service.pet(parameter(request), request);
        case "other":
          return service.other(request);
        case "cancelOrder": {
          const text = parameter(request);
          const id = service.parseId(text);
          if (id === undefined) return service.malformedId(text);
          const order = service.find(id);
          return order === undefined ? service.notFound(id) : service.cancel(order, request);
        }
      }
    },

    operationOf({ method, path = "" }: Request): Operation {
      if (method === "GET" && path === "/store/orders") return "listOrders";
      if (method === "DELETE" && /^\/store\/orders\/[^/]+$/.test(path)) return "cancelOrder";
      return method === "GET" && /^\/pets\/[^/]+$/.test(path) ? "getPet" : "other";
    },

    isAuthorized: (request: Request): boolean => bearer(request) === key,

    list(request: Request): Reply {
      const orders = service.visibleOrders(request);
      const elements = orders.map((order, index) =>
        service.serializeOrder(order, index, orders.length),
      );
      return json(200, service.serializeList(elements));
    },
    /** Returns the orders to list. */
    visibleOrders: (_request: Request): Order[] =>
      store.orders.filter(({ state }) => state !== "cancelled"),
    /** Returns the members of a listed order, each value as JSON text. */
    members: (order: Order, _index: number, _count: number): Record<string, string> => ({
      id: `${order.id}`,
      petId: `${order.petId}`,
      quantity: `${order.quantity}`,
      shipDate: `"${order.shipDate}"`,
      complete: `${order.complete}`,
      ...furtherMembers(order),
    }),
    serializeOrder(order: Order, index: number, count: number): string {
      const members = Object.entries(service.members(order, index, count));
      return `{${members.map(([name, text]) => `"${name}":${text}`).join(",")}}`;
    },
    serializeList: (elements: readonly string[]): string => `[${elements.join(",")}]`,

    /** Reads the percent-decoded id in the path; returns undefined if it is not an integer. */
    parseId: (text: string): bigint | undefined =>
      /^(?:0|-?[1-9]\d{0,40})$/.test(text) ? BigInt(text) : undefined,
    find: (id: bigint): Order | undefined => store.orders.find((order) => order.id === id),
    cancel(order: Order, _request: Request): Reply | Promise<Reply> {
      if (order.state === "shipped") return service.conflict(order);
      if (order.state === "cancelled") return service.secondCancel(order);
      service.setState(order, "cancelled");
      return service.noContent(order);
    },
    setState(order: Order, state: OrderState): void {
      store.cancelCount += 1;
      order.state = state;
      onStateChange(order);
    },

    unauthorized: (_request: Request): Reply =>
      error(401, "unauthorized", "The API key is missing or not valid."),
    /** Replies to the cancellation of a pending order. */
    noContent: (_order: Order): Reply => empty(204),
    notFound: (id: bigint): Reply => error(404, "order_not_found", `There is no order ${id}.`),
    /** Replies to the cancellation of a shipped order. */
    conflict: (_order: Order): Reply => empty(409),
    /** Replies to the cancellation of a cancelled order. */
    secondCancel: (order: Order): Reply | Promise<Reply> => service.notFound(order.id),
    malformedId: (_text: string): Reply =>
      error(404, "order_not_found", "The order id is not an integer."),
    pet: (text: string, _request: Request): Reply => json(200, JSON.stringify({ id: text })),
    /** Replies to any other path or method. */
    other: (_request: Request): Reply => error(404, "not_found", "There is nothing here."),
  };
  return service;
}
