/** Reads orders that a scenario lists. */
import type { Node } from "yaml";
import type { Order, OrderInState, OrderState } from "../fixtures/orders.ts";
import { checkDateTime } from "../spec/schema/date-time.ts";
import { INT64_DESCRIPTION, isInt64 } from "../spec/schema/int64.ts";
import {
  boolean,
  described,
  integer,
  list,
  mapping,
  oneOf,
  type Reader,
  scalar,
  withSchema,
} from "../spec/yaml/readers.ts";

export const int64: Reader<bigint> = scalar(
  INT64_DESCRIPTION,
  (value) => (typeof value === "bigint" && isInt64(value) ? value : undefined),
  { type: "integer" }, // Editors use doubles, so that limits would be wrong in the last digits.
);

const dateTime = scalar(
  'a date and time of RFC 3339, such as "2026-01-15T12:00:00Z"',
  (value) => (typeof value === "string" && checkDateTime(value).kind === "valid" ? value : undefined),
  { type: "string", format: "date-time" },
);

const writtenOrder = mapping<Required<Order> & { state: OrderState }>({
  id: int64,
  state: described("The state of the order. Default: pending.", oneOf(["pending", "shipped"])),
  petId: int64,
  quantity: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  shipDate: dateTime,
  complete: boolean,
});

/** One order with exactly the given fields. */
export const readOrder: Reader<OrderInState> = withSchema(writtenOrder.schema ?? {}, (node, source) => {
  const { state = "pending", ...order } = writtenOrder(node, source);
  return { order, state };
});

/** Orders with exactly the given fields and unique ids. */
export const readOrders: Reader<OrderInState[]> = withSchema(list(readOrder).schema ?? {}, (node, source) => {
  const ids = new Set<bigint>();
  return list((element: Node): OrderInState => {
    const { state, order } = readOrder(element, source);
    if (order.id !== undefined && ids.has(order.id))
      throw source.errorAt(element, `This order repeats the id ${order.id}. Give each order its own id.`);
    if (order.id !== undefined) ids.add(order.id);
    return { order, state };
  })(node, source);
});
