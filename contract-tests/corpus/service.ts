/**
 * The sound reference: the Orders Service as small as can be, a second implementation that shares nothing with the mock.
 * Its functions call one another through the object, so that a variant replaces one of them and nothing else.
 */
import type { Order, Seed, State } from "./order.ts";
import { empty, error, json } from "./replies.ts";
import { field, type Reply, type Request } from "./wire.ts";

export type Operation = "list" | "cancel" | "pet" | "other";

export interface Service {
  key: string;
  readonly seed: Seed;
  orders: Order[];
  /** Lists answered so far, and orders cancelled so far. */
  lists: number;
  cancels: number;
  /** Every request comes in here, and every reply leaves here. */
  answer(request: Request): Promise<Reply>;
  /** The answer to a request that carries the key. */
  serve(request: Request): Promise<Reply>;
  operation(request: Request): Operation;
  /** Whether the request carries the key. */
  admits(request: Request): boolean;
  refuse(request: Request): Reply;
  list(request: Request): Reply;
  /** The orders that a list shows. */
  listed(request: Request): Order[];
  /** The members of an order, each value as JSON text. */
  members(order: Order, index: number, count: number): Record<string, string>;
  orderText(order: Order, index: number, count: number): string;
  listText(elements: readonly string[]): string;
  /** The text behind /store/orders/, percent-decoded. */
  parseId(text: string): bigint | undefined;
  find(id: bigint): Order | undefined;
  cancel(order: Order, request: Request): Reply | Promise<Reply>;
  /** The effect of a cancel. */
  settle(order: Order, state: State): void;
  cancelled(order: Order): Reply;
  notFound(id: bigint): Reply;
  conflict(order: Order): Reply;
  /** The second cancel. */
  gone(order: Order): Reply | Promise<Reply>;
  malformed(text: string): Reply;
  pet(text: string, request: Request): Reply;
  other(request: Request): Reply;
}

/** The text behind the last slash, decoded where that is possible. */
export function parameter(request: Request): string {
  const text = request.path?.slice(request.path.lastIndexOf("/") + 1) ?? "";
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The token of `Authorization: Bearer token`; undefined for any other value, or none. */
export function bearer(request: Request): string | undefined {
  return /^bearer (.*)$/i.exec(field(request, "authorization") ?? "")?.[1];
}

/** `settled` learns of every order that a request changes. */
export function reference(key: string, seed: Seed, settled: (order: Order) => void): Service {
  const service: Service = {
    key,
    seed,
    orders: seed.orders,
    lists: 0,
    cancels: 0,

    answer: async (request) => (service.admits(request) ? service.serve(request) : service.refuse(request)),

    async serve(request) {
      switch (service.operation(request)) {
        case "list":
          service.lists += 1;
          return service.list(request);
        case "pet":
          return service.pet(parameter(request), request);
        case "other":
          return service.other(request);
        case "cancel": {
          const text = parameter(request);
          const id = service.parseId(text);
          if (id === undefined) return service.malformed(text);
          const order = service.find(id);
          return order === undefined ? service.notFound(id) : service.cancel(order, request);
        }
      }
    },

    operation({ method, path = "" }) {
      if (method === "GET" && path === "/store/orders") return "list";
      if (method === "DELETE" && /^\/store\/orders\/[^/]+$/.test(path)) return "cancel";
      return method === "GET" && /^\/pets\/[^/]+$/.test(path) ? "pet" : "other";
    },

    admits: (request) => bearer(request) === service.key,
    refuse: () => error(401, "unauthorized", "The API key is missing or not valid."),

    list(request) {
      const orders = service.listed(request);
      return json(200, service.listText(orders.map((order, index) => service.orderText(order, index, orders.length))));
    },
    listed: () => service.orders.filter(({ state }) => state !== "cancelled"),
    members: (order) => ({
      id: `${order.id}`,
      petId: `${order.petId}`,
      quantity: `${order.quantity}`,
      shipDate: `"${order.shipDate}"`,
      complete: `${order.complete}`,
    }),
    orderText(order, index, count) {
      const members = Object.entries(service.members(order, index, count));
      return `{${members.map(([name, text]) => `"${name}":${text}`).join(",")}}`;
    },
    listText: (elements) => `[${elements.join(",")}]`,

    parseId: (text) => (/^(?:0|-?[1-9]\d{0,40})$/.test(text) ? BigInt(text) : undefined),
    find: (id) => service.orders.find((order) => order.id === id),
    cancel(order) {
      if (order.state === "shipped") return service.conflict(order);
      if (order.state === "cancelled") return service.gone(order);
      service.settle(order, "cancelled");
      return service.cancelled(order);
    },
    settle(order, state) {
      service.cancels += 1;
      order.state = state;
      settled(order);
    },
    cancelled: () => empty(204),
    notFound: (id) => error(404, "order_not_found", `There is no order ${id}.`),
    conflict: () => empty(409),
    gone: (order) => service.notFound(order.id),
    malformed: () => error(404, "order_not_found", "The order id is not an integer."),
    pet: (text) => json(200, JSON.stringify({ id: text })),
    other: () => error(404, "not_found", "There is nothing here."),
  };
  return service;
}
