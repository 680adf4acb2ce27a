import type { Order } from "../order.ts";
import type { Service } from "../service.ts";
import type { Reply, Request } from "../wire.ts";

/** The list's reply through `change`. */
export function reply(service: Service, change: (plain: Reply, request: Request) => Reply): void {
  const { list } = service;
  service.list = (request) => change(list(request), request);
}

/** Only the orders that `keep` keeps, of those that a whole list has. */
export function only(
  service: Service,
  keep: (order: Order, index: number, count: number, request: Request) => boolean,
): void {
  const { listed } = service;
  service.listed = (request) => listed(request).filter((order, index, all) => keep(order, index, all.length, request));
}
