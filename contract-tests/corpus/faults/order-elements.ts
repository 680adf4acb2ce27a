/** Elements that are no order, members twice, and one bad order in a place where nobody looks. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import { crowd } from "../seeds.ts";
import type { Service } from "../service.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";
import { spoil, type Where } from "./spoil.ts";

/** Elements of the list that are no order. */
const ELEMENTS: Readonly<Record<string, string>> = {
  null: "null",
  string: '"17"',
  number: "17",
  array: "[]",
  true: "true",
  pair: '["17",{"id":17}]',
};
const elements = Object.entries(ELEMENTS).map(([word, text], index) =>
  fault(`element-${word}`, `One element of the list is ${text}.`, ["order-object"], (service) => {
    const { orderText } = service;
    service.orderText = (order, at, count) =>
      at === [0, count - 1, count >> 1][index % 3] ? text : orderText(order, at, count);
  }),
);
const moreElements = [
  fault("list-of-ids", "The list is ids alone.", ["order-object"], (service) => {
    service.orderText = ({ id }) => `${id}`;
  }),
  fault("list-of-strings", "Every order is JSON within a string.", ["order-object"], (service) => {
    const { orderText } = service;
    service.orderText = (...order) => JSON.stringify(orderText(...order));
  }),
  fault(
    "null-behind-5000",
    "Behind 5,000 orders stands a null.",
    ["order-object"],
    (service) => {
      const { listText } = service;
      service.listText = (texts) => listText([...texts, "null"]);
    },
    { seed: crowd(5000) },
  ),
  fault(
    "duplicate-key-complete",
    "complete stands twice in an order, with different values.",
    ["order-object", "order-complete"],
    (service) => twice(service, '"complete":true,"complete":false'),
  ),
  fault(
    "duplicate-key-id",
    "id stands twice in an order, with different values.",
    ["order-object", "order-id"],
    (service) => twice(service, '"id":424243,"id":424242'),
  ),
  fault(
    "duplicate-key-quantity",
    "quantity stands twice in an order, as a number and as a string.",
    ["order-object", "order-quantity"],
    (service) => twice(service, '"quantity":"1","quantity":1'),
  ),
  fault(
    "duplicate-key-escaped",
    "petId stands twice in an order, once with an escaped letter.",
    ["order-object", "order-pet-id"],
    (service) => twice(service, '"petId":1,"pet\\u0049d":2'),
  ),
];
function twice(service: Service, members: string): void {
  const { listText } = service;
  service.listText = (texts) => listText([...texts, `{${members}}`]);
}

const hidden = (
  id: string,
  title: string,
  clauses: readonly ClauseId[],
  where: Where,
  members: Record<string, string>,
  options: Partial<Fault> = {},
): Fault =>
  fault(id, title, clauses, (service) => spoil(service, where, (plain) => ({ ...plain, ...members })), options);

const among5000 = { seed: crowd(5000) };
const places = [
  hidden(
    "one-in-5000-quantity",
    "One quantity among 5,000 is a string.",
    ["order-quantity"],
    (index) => index === 3777,
    { quantity: '"1"' },
    among5000,
  ),
  hidden(
    "one-in-5000-ship-date",
    "One shipDate among 5,000 is February 30.",
    ["order-ship-date"],
    (index) => index === 4711,
    { shipDate: '"2026-02-30T00:00:00Z"' },
    among5000,
  ),
  hidden(
    "one-in-5000-complete",
    "One complete among 5,000 is null.",
    ["order-complete"],
    (index) => index === 2500,
    { complete: "null" },
    among5000,
  ),
  hidden(
    "one-in-5000-pet-id",
    "One petId among 5,000 lies beyond int64.",
    ["order-pet-id"],
    (index) => index === 4999,
    { petId: "92233720368547758080" },
    among5000,
  ),
  hidden(
    "one-in-5000-id",
    "One id among 5,000 is null.",
    ["order-id"],
    (index) => index === 1234,
    { id: "null" },
    among5000,
  ),
  hidden(
    "handed-order-quantity",
    "Only an order that is handed over has a string as quantity.",
    ["order-quantity"],
    (_i, _c, { seed }, { id }) => id === seed.pending[0],
    { quantity: '"1"' },
  ),
  hidden(
    "shipped-order-complete",
    'Orders that have shipped say complete: "yes".',
    ["order-complete"],
    (_i, _c, _s, { state }) => state === "shipped",
    { complete: '"yes"' },
  ),
  hidden(
    "third-list-quantity",
    "From the third list on the last quantity is a fraction.",
    ["order-quantity"],
    (index, count, { lists }) => lists > 2 && index === count - 1,
    { quantity: "0.5" },
  ),
  hidden(
    "second-list-id-string",
    "From the second list on the ids are strings.",
    ["order-id"],
    (_i, _c, { lists }) => lists > 1,
    { id: '"9"' },
  ),
  hidden(
    "after-cancel-ship-date",
    "After a cancel a shipDate is null.",
    ["order-ship-date"],
    (index, _c, { cancels }) => cancels > 0 && index === 0,
    { shipDate: "null" },
    { readOnly: UNSEEN.pending },
  ),
  hidden(
    "after-cancel-complete",
    "After a cancel a complete is 0.",
    ["order-complete"],
    (index, count, { cancels }) => cancels > 0 && index === count - 1,
    { complete: "0" },
    { readOnly: UNSEEN.pending },
  ),
  fault(
    "cancelled-order-null-fields",
    "A cancelled order stays, its fields null.",
    ["order-pet-id", "order-quantity", "order-ship-date", "order-complete"],
    (service) => {
      service.listed = () => service.orders;
      spoil(
        service,
        (_i, _c, _s, { state }) => state === "cancelled",
        ({ id = "" }) => ({ id, petId: "null", quantity: "null", shipDate: "null", complete: "null" }),
      );
    },
    { readOnly: UNSEEN.pending },
  ),
  fault(
    "cancelled-order-leaves-null",
    "A cancelled order leaves a null in the list.",
    ["order-object"],
    (service) => {
      const { orderText } = service;
      service.listed = () => service.orders;
      service.orderText = (order, ...rest) => (order.state === "cancelled" ? "null" : orderText(order, ...rest));
    },
    { readOnly: UNSEEN.pending },
  ),
];

export const ORDER_ELEMENT_FAULTS: readonly Fault[] = [...elements, ...moreElements, ...places];
