/** Reads orders that a scenario lists. */
import type { Node } from "yaml";
import type { Order, OrderInState, OrderState } from "../fixtures/orders.ts";
import { checkDateTime } from "../spec/schema/date-time.ts";
import { ORDER_FIELDS, type OrderFieldEntry } from "../spec/schema/fields.ts";
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
  string,
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

function readerOf({ kind, format, values }: OrderFieldEntry): Reader<unknown> {
  if (values !== undefined) return oneOf(values);
  switch (kind) {
    case "integer":
      return format === "int64" ? int64 : integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
    case "date-time":
      return dateTime;
    case "boolean":
      return boolean;
    case "string":
      return string;
  }
}

const { id, ...fields } = Object.fromEntries(
  Object.entries(ORDER_FIELDS).map(([field, entry]) => [field, readerOf(entry)]),
) as { readonly [Field in keyof Order]-?: Reader<NonNullable<Order[Field]>> };
const writtenOrder = mapping<Required<Order> & { state: OrderState }>({
  id,
  state: described("The state of the order. Default: pending.", oneOf(["pending", "shipped"])),
  ...fields,
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
