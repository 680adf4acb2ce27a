/**
 * Elements of the list that are not orders, repeated members, and a single wrong order among many.
 *
 * Sources: lists of ids or of JSON texts as Redis returns them; GraphQL's nulls for elements that
 * failed; outer joins; a row that was changed by hand; soft deletion that clears the columns.
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import {
  keepsCancelled,
  type Members,
  mapMembers,
  setMembers,
  type Where,
} from "../../changes/lists.ts";
import { type Fault, fault, type Options } from "../../variant.ts";

const extraElement = (title: string, element: string): Fault =>
  fault(title, ["order-object"], (base) => ({
    serializeList: (texts) => base.serializeList([...texts, element]),
  }));

const wrongAt = (
  title: string,
  clause: ClauseId,
  members: Members,
  where: Where,
  options: Options<Fault> = {},
): Fault => fault(title, [clause], options, (base) => setMembers(base, where, members));

const NULLS = { petId: "null", quantity: "null", shipDate: "null", complete: "null" };
const afterCancel = { withoutIds: "undetected" } as const;

export const ORDER_ELEMENT_FAULTS = [
  ...["null", '"17"', "17", "[]", "true", '["17",{"id":17}]'].map((text, nth) =>
    fault(`One element of the list is ${text}.`, ["order-object"], (base) => ({
      serializeOrder: (order, index, count) =>
        index === [0, count - 1, count >> 1][nth % 3]
          ? text
          : base.serializeOrder(order, index, count),
    })),
  ),
  fault("The elements of the list are ids.", ["order-object"], {
    serializeOrder: ({ id }) => `${id}`,
  }),
  fault("Every order is JSON text in a string.", ["order-object"], (base) => ({
    serializeOrder: (...position) => JSON.stringify(base.serializeOrder(...position)),
  })),
  extraElement("An order has id twice, with different values.", '{"id":424243,"id":424242}'),
  extraElement(
    "An order has petId twice, once with an escaped letter.",
    '{"petId":1,"pet\\u0049d":2}',
  ),
  wrongAt(
    "Only an order that is provided has a string as its quantity.",
    "order-quantity",
    { quantity: '"1"' },
    ({ order, store }) => order.id === store.initial.pending[0],
  ),
  wrongAt(
    "After a cancellation the first shipDate is null.",
    "order-ship-date",
    { shipDate: "null" },
    ({ index, store }) => store.cancelCount > 0 && index === 0,
    afterCancel,
  ),
  fault(
    "A cancelled order stays in the list with null as its values.",
    ["order-pet-id", "order-quantity", "order-ship-date", "order-complete"],
    afterCancel,
    (base) => ({
      ...keepsCancelled(base),
      ...mapMembers(base, (members, { order }) =>
        order.state === "cancelled" ? { ...members, ...NULLS } : members,
      ),
    }),
  ),
  fault("A cancelled order becomes a null in the list.", ["order-object"], afterCancel, (base) => ({
    ...keepsCancelled(base),
    serializeOrder: (order, ...rest) =>
      order.state === "cancelled" ? "null" : base.serializeOrder(order, ...rest),
  })),
];
