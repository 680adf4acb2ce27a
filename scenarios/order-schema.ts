/** The schema of an order in a scenario, and of one that is put, built from the field table. */
import * as v from "valibot";
import { withRequiredFields } from "../fixtures/further-fields.ts";
import type { Order } from "../fixtures/orders.ts";
import { checkDateTime } from "../spec/schema/date-time.ts";
import { ORDER_FIELDS, type OrderFieldEntry } from "../spec/schema/fields.ts";
import { type CurrentState, STATES } from "./limits.ts";
import { isRelativeDate } from "./relative-dates.ts";
import {
  boolean,
  field,
  inEditors,
  int64,
  int64Text,
  integer,
  limitedString,
  list,
  mapping,
  oneOf,
  string,
} from "./source/schemas.ts";

const dateTimeExpected =
  'Expected a date and time of RFC 3339, such as "2026-01-15T12:00:00Z", or days from now, such as "+3d".';

const dateTime = v.pipe(
  v.string(dateTimeExpected),
  v.check((text) => isRelativeDate(text) || checkDateTime(text).kind === "valid", dateTimeExpected),
  inEditors({ anyOf: [{ format: "date-time" }, { pattern: "^[+-][0-9]{1,4}d$" }] }),
);

const KINDS = {
  integer: ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }) =>
    integer(minimum, maximum),
  "date-time": () => dateTime,
  boolean: () => boolean,
  string: ({ maxLength, values }) => {
    if (values !== undefined) return oneOf(values);
    return maxLength === undefined ? string : limitedString(maxLength);
  },
} satisfies Record<
  OrderFieldEntry["kind"],
  (entry: OrderFieldEntry) => v.GenericSchema<unknown, unknown>
>;

/** The fields of an order, all of them optional. */
const fieldsWith = (int64s: typeof int64 | typeof int64Text) =>
  Object.fromEntries(
    Object.entries(ORDER_FIELDS).map(([name, entry]: [string, OrderFieldEntry]) => {
      const schema = entry.format === "int64" ? int64s : KINDS[entry.kind](entry);
      return [name, v.exactOptional(schema)];
    }),
  );

export const orderFields = fieldsWith(int64);
const { id, ...fields } = orderFields;
const { id: _, ...changes } = fieldsWith(int64Text);

/**
 * The fields of an order with another type for int64: as people write it, or as digits that survive
 * JSON.
 */
type FieldsWith<Int64, Fields> = {
  [Name in keyof Fields]: bigint extends Fields[Name] ? Int64 : Fields[Name];
};
type WrittenFields<Fields> = FieldsWith<number | bigint | string, Fields>;

/** The fields that a shipment changes, as plain data that survives JSON. */
export const changesSchema = mapping(changes) as v.GenericSchema<
  WrittenFields<Partial<Omit<Order, "id">>>,
  FieldsWith<string, Partial<Omit<Order, "id">>>
>;

/** One order and its state, with exactly the given fields plus examples of the required ones. */
export const orderSchema = v.pipe(
  mapping({
    id: id!,
    state: field("The state of the order. Default: pending.", oneOf(STATES)),
    ...fields,
  }) as v.GenericSchema<
    WrittenFields<Partial<Order>> & { state?: CurrentState },
    Partial<Order> & { state?: CurrentState }
  >,
  v.transform(({ state = "pending", ...order }) => ({ ...withRequiredFields(order), state })),
);

/** Orders with unique ids. */
export const ordersSchema = v.pipe(
  list(orderSchema),
  v.rawCheck(({ dataset, addIssue }) => {
    const ids = new Set<bigint>();
    for (const [index, { id, state }] of (dataset.typed ? dataset.value : []).entries()) {
      const path: [v.ArrayPathItem] = [elementAt(dataset.value as unknown[], index)];
      if (id !== undefined && ids.has(id))
        addIssue({
          message: `This order repeats the id ${id}. Give each order its own id.`,
          path,
        });
      if (id === undefined && state === "cancelled")
        addIssue({
          message: "Nobody can have cancelled an order without an id. Give it one.",
          path,
        });
      if (id !== undefined) ids.add(id);
    }
  }),
);

function elementAt(input: unknown[], key: number): v.ArrayPathItem {
  return { type: "array", origin: "value", input, key, value: input[key] };
}
