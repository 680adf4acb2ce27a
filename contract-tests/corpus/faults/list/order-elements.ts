/** Elements of the list that are not orders, repeated members, and a single wrong order among many. */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import {
  keepsCancelled,
  type Members,
  mapMembers,
  POSITIONS,
  setMembers,
  type Where,
} from "../../changes/lists.ts";
import { many } from "../../orders.ts";
import { type Fault, fault, type Options } from "../../variant.ts";

const extraElement = (title: string, element: string, options: Options<Fault> = {}): Fault =>
  fault(title, ["order-object"], options, (base) => ({
    serializeList: (texts) => base.serializeList([...texts, element]),
  }));

const wrongAt = (
  title: string,
  clause: ClauseId,
  members: Members,
  where: Where,
  options: Options<Fault> = {},
): Fault => fault(title, [clause], options, (base) => setMembers(base, where, members));

const nthOf5000 = (title: string, clause: ClauseId, nth: number, members: Members): Fault =>
  wrongAt(title, clause, members, ({ index }) => index === nth, { orders: many(5000) });
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
  extraElement(
    "An order has complete twice, with different values.",
    '{"complete":true,"complete":false}',
  ),
  extraElement("An order has id twice, with different values.", '{"id":424243,"id":424242}'),
  extraElement(
    "An order has quantity twice, as a number and as a string.",
    '{"quantity":"1","quantity":1}',
  ),
  extraElement(
    "An order has petId twice, once with an escaped letter.",
    '{"petId":1,"pet\\u0049d":2}',
  ),
  nthOf5000("One complete in 5,000 is null.", "order-complete", 2500, { complete: "null" }),
  nthOf5000("One id in 5,000 is null.", "order-id", 1234, { id: "null" }),
  wrongAt(
    "Only an order that is provided has a string as its quantity.",
    "order-quantity",
    { quantity: '"1"' },
    ({ order, store }) => order.id === store.initial.pending[0],
  ),
  wrongAt(
    "From the third list on the last quantity is a fraction.",
    "order-quantity",
    { quantity: "0.5" },
    ({ index, count, store }) => store.listCount > 2 && index === count - 1,
  ),
  wrongAt(
    "From the second list on ids are strings.",
    "order-id",
    { id: '"9"' },
    POSITIONS.laterLists,
  ),
  wrongAt(
    "After a cancellation the first shipDate is null.",
    "order-ship-date",
    { shipDate: "null" },
    ({ index, store }) => store.cancelCount > 0 && index === 0,
    afterCancel,
  ),
  wrongAt(
    "After a cancellation the last complete is 0.",
    "order-complete",
    { complete: "0" },
    ({ index, count, store }) => store.cancelCount > 0 && index === count - 1,
    afterCancel,
  ),
  fault(
    "A cancelled order stays in the list with null as its values.",
    ["order-pet-id", "order-quantity", "order-ship-date", "order-complete"],
    afterCancel,
    (base) => ({
      ...keepsCancelled(base),
      ...mapMembers(base, (members, { order }) =>
        order.state === "cancelled"
          ? {
              id: members.id ?? "",
              petId: "null",
              quantity: "null",
              shipDate: "null",
              complete: "null",
            }
          : members,
      ),
    }),
  ),
  fault("A cancelled order becomes a null in the list.", ["order-object"], afterCancel, (base) => ({
    ...keepsCancelled(base),
    serializeOrder: (order, ...rest) =>
      order.state === "cancelled" ? "null" : base.serializeOrder(order, ...rest),
  })),
];
