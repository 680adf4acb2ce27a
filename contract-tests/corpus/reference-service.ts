/**
 * The reference: a small, correct Orders Service that shares no code with the mock. Its members call one another through the
 * object, so that a variant can replace one of them and nothing else.
 */
import type { InitialOrders, Order, OrderState } from "./order.ts";
import { bearer, parameter, type Reply, type Request } from "./raw-http.ts";
import { empty, error, json } from "./replies.ts";

export type Operation = "list" | "cancel" | "pet" | "other";

export interface ReferenceService {
  readonly key: string;
  readonly store: OrderStore;
  /** Milliseconds since the epoch. The gate waits by the same clock. */
  now(): number;
  /** The reply to any request. */
  answer(request: Request): Promise<Reply>;
  /** The reply to a request that carries the key. */
  answerAuthorized(request: Request): Promise<Reply>;
  operationOf(request: Request): Operation;
  /** Whether the request carries the key. */
  isAuthorized(request: Request): boolean;

  list(request: Request): Reply;
  /** The orders in a list. */
  visibleOrders(request: Request): Order[];
  /** The members of an order in a list, each value as JSON text. */
  members(order: Order, index: number, count: number): Record<string, string>;
  serializeOrder(order: Order, index: number, count: number): string;
  serializeList(elements: readonly string[]): string;

  /** Reads an order id from the path, percent-decoded; undefined when it is not an integer. */
  parseId(text: string): bigint | undefined;
  find(id: bigint): Order | undefined;
  cancel(order: Order, request: Request): Reply | Promise<Reply>;
  setState(order: Order, state: OrderState): void;

  unauthorized(request: Request): Reply;
  /** The reply to the cancellation of a pending order. */
  noContent(order: Order): Reply;
  notFound(id: bigint): Reply;
  /** The reply to the cancellation of a shipped order. */
  conflict(order: Order): Reply;
  /** The reply to the cancellation of a cancelled order. */
  secondCancel(order: Order): Reply | Promise<Reply>;
  malformedId(text: string): Reply;
  pet(text: string, request: Request): Reply;
  /** The reply to any other path or method. */
  other(request: Request): Reply;
}

/** All that a service knows of its orders. */
interface OrderStore {
  readonly initial: InitialOrders;
  orders: Order[];
  /** Lists answered so far. */
  listCount: number;
  /** Orders that changed their state so far. */
  cancelCount: number;
}

/** `onStateChange` is called for every order that a request changes; `now` is the time in milliseconds since the epoch. */
export function createReferenceService(
  key: string,
  initial: InitialOrders,
  onStateChange: (order: Order) => void,
  now: () => number = Date.now,
): ReferenceService {
  const store: OrderStore = { initial, orders: initial.orders, listCount: 0, cancelCount: 0 };
  const service: ReferenceService = {
    key,
    store,
    now,

    answer: async (request) =>
      service.isAuthorized(request) ? service.answerAuthorized(request) : service.unauthorized(request),

    async answerAuthorized(request) {
      switch (service.operationOf(request)) {
        case "list":
          store.listCount += 1;
          return service.list(request);
        case "pet":
          return service.pet(parameter(request), request);
        case "other":
          return service.other(request);
        case "cancel": {
          const text = parameter(request);
          const id = service.parseId(text);
          if (id === undefined) return service.malformedId(text);
          const order = service.find(id);
          return order === undefined ? service.notFound(id) : service.cancel(order, request);
        }
      }
    },

    operationOf({ method, path = "" }) {
      if (method === "GET" && path === "/store/orders") return "list";
      if (method === "DELETE" && /^\/store\/orders\/[^/]+$/.test(path)) return "cancel";
      return method === "GET" && /^\/pets\/[^/]+$/.test(path) ? "pet" : "other";
    },

    isAuthorized: (request) => bearer(request) === key,

    list(request) {
      const orders = service.visibleOrders(request);
      const elements = orders.map((order, index) => service.serializeOrder(order, index, orders.length));
      return json(200, service.serializeList(elements));
    },
    visibleOrders: () => store.orders.filter(({ state }) => state !== "cancelled"),
    members: (order) => ({
      id: `${order.id}`,
      petId: `${order.petId}`,
      quantity: `${order.quantity}`,
      shipDate: `"${order.shipDate}"`,
      complete: `${order.complete}`,
    }),
    serializeOrder(order, index, count) {
      const members = Object.entries(service.members(order, index, count));
      return `{${members.map(([name, text]) => `"${name}":${text}`).join(",")}}`;
    },
    serializeList: (elements) => `[${elements.join(",")}]`,

    parseId: (text) => (/^(?:0|-?[1-9]\d{0,40})$/.test(text) ? BigInt(text) : undefined),
    find: (id) => store.orders.find((order) => order.id === id),
    cancel(order) {
      if (order.state === "shipped") return service.conflict(order);
      if (order.state === "cancelled") return service.secondCancel(order);
      service.setState(order, "cancelled");
      return service.noContent(order);
    },
    setState(order, state) {
      store.cancelCount += 1;
      order.state = state;
      onStateChange(order);
    },

    unauthorized: () => error(401, "unauthorized", "The API key is missing or not valid."),
    noContent: () => empty(204),
    notFound: (id) => error(404, "order_not_found", `There is no order ${id}.`),
    conflict: () => empty(409),
    secondCancel: (order) => service.notFound(order.id),
    malformedId: () => error(404, "order_not_found", "The order id is not an integer."),
    pet: (text) => json(200, JSON.stringify({ id: text })),
    other: () => error(404, "not_found", "There is nothing here."),
  };
  return service;
}
