/** Reads orders that are written out. */
import type { Node } from "yaml";
import type { Order, OrderInState, OrderState } from "../fixtures/orders.ts";
import { judgeDateTime } from "../spec/date-time.ts";
import { INT64_WORDS, isInt64 } from "../spec/int64.ts";
import { about, flag, integer, list, mapping, oneOf, type Read, reader, scalar } from "../spec/yaml-reader.ts";

export const int64: Read<bigint> = scalar(
  INT64_WORDS,
  (value) => (typeof value === "bigint" && isInt64(value) ? value : undefined),
  { type: "integer" }, // Editors count in doubles, so limits of theirs would be wrong at the last digits.
);

const dateTime = scalar(
  'a date and time of RFC 3339, such as "2026-01-15T12:00:00Z"',
  (value) => (typeof value === "string" && judgeDateTime(value).kind === "sound" ? value : undefined),
  { type: "string", format: "date-time" },
);

const writtenOrder = mapping<Required<Order> & { state: OrderState }>({
  id: int64,
  state: about("What stands beside the order; pending by default.", oneOf(["pending", "shipped"])),
  petId: int64,
  quantity: integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  shipDate: dateTime,
  complete: flag,
});

/** Orders, each with exactly the fields that it is written with, and an id of its own. */
export const readOrders: Read<OrderInState[]> = reader(list(writtenOrder).schema ?? {}, (node, source) => {
  const ids = new Set<bigint>();
  return list((element: Node): OrderInState => {
    const { state = "pending", ...order } = writtenOrder(element, source);
    if (order.id !== undefined && ids.has(order.id))
      throw source.problem(element, `This order repeats the id ${order.id}. Give each order an id of its own.`);
    if (order.id !== undefined) ids.add(order.id);
    return { order, state };
  })(node, source);
});
