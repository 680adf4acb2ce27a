/** Order fields: what a value can be that it must not be, and where in the list it hides. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Order } from "../order.ts";
import { crowd, lonelyBeyondDouble } from "../seeds.ts";
import type { Service } from "../service.ts";
import { type Fault, fault, UNSEEN } from "../variant.ts";

type Where = (index: number, count: number, service: Service, order: Order) => boolean;

/** Where one bad order can stand. */
const PLACES = {
  every: () => true,
  first: (index) => index === 0,
  last: (index, count) => index === count - 1,
  middle: (index, count) => index === count >> 1,
  second: (_i, _c, { lists }) => lists > 1,
} as const satisfies Record<string, Where>;

function spoil(
  service: Service,
  where: Where,
  change: (members: Record<string, string>, order: Order) => Record<string, string>,
): void {
  const { members } = service;
  service.members = (order, index, count) => {
    const plain = members(order, index, count);
    return where(index, count, service, order) ? change(plain, order) : plain;
  };
}

/** Wrong values as JSON text, by field; each stands somewhere else in the list, so that every place has its turn. */
const WRONG: Readonly<Record<string, readonly [clause: ClauseId, Readonly<Record<string, string>>]>> = {
  id: [
    "order-id",
    {
      null: "null",
      fraction: "17.5",
      boolean: "true",
      array: "[17]",
      object: '{"$numberLong":"17"}',
      "empty-string": '""',
      uuid: '"3f0c2f5e-8a51-4d1e-9a3e-0d5c8c1f7a11"',
      "2-63": "9223372036854775808",
      "minus-2-63-1": "-9223372036854775809",
      exponent: "1e3",
      "2-64": "18446744073709551615",
    },
  ],
  petId: [
    "order-pet-id",
    {
      null: "null",
      string: '"105"',
      fraction: "105.5",
      boolean: "false",
      array: "[]",
      object: '{"id":105}',
      "2-63": "9223372036854775808",
      name: '"Rex"',
    },
  ],
  quantity: [
    "order-quantity",
    {
      null: "null",
      string: '"3"',
      fraction: "2.5",
      boolean: "true",
      array: "[3]",
      object: '{"value":3,"unit":"pcs"}',
      "empty-string": '""',
      tiny: "1e-7",
    },
  ],
  complete: [
    "order-complete",
    {
      null: "null",
      string: '"true"',
      one: "1",
      zero: "0",
      yes: '"yes"',
      array: "[]",
      object: "{}",
      "empty-string": '""',
    },
  ],
  shipDate: [
    "order-ship-date",
    {
      null: "null",
      "date-only": '"2026-03-01"',
      epoch: "1772323200",
      "epoch-ms": "1772323200000",
      "epoch-string": '"1772323200"',
      "empty-string": '""',
      tomorrow: '"tomorrow"',
      "february-30": '"2026-02-30T10:00:00Z"',
      "february-29": '"2026-02-29T10:00:00Z"',
      "month-13": '"2026-13-01T10:00:00Z"',
      "day-0": '"2026-03-00T10:00:00Z"',
      "hour-25": '"2026-03-01T25:00:00Z"',
      "minute-60": '"2026-03-01T10:60:00Z"',
      "second-61": '"2026-03-01T10:00:61Z"',
      "offset-25": '"2026-03-01T10:00:00+25:00"',
      "http-date": '"Sun, 01 Mar 2026 10:00:00 GMT"',
      "us-date": '"03/01/2026 10:00"',
      "dot-net": '"/Date(1772323200000)/"',
      "invalid-date": '"Invalid Date"',
      boolean: "true",
      object: '{"$date":"2026-03-01T10:00:00Z"}',
      array: "[2026,3,1,10,0,0]",
      "time-only": '"10:00:00Z"',
      "two-zones": '"2026-03-01T10:00:00ZZ"',
      "java-zone": '"2026-03-01T10:00:00Z[UTC]"',
      "zero-date": '"0000-00-00T00:00:00Z"',
      "two-digit-year": '"26-03-01T10:00:00Z"',
      "no-date": '"T10:00:00Z"',
      "surrounded-by-spaces": '" 2026-03-01T10:00:00Z "',
      "year-1900-leap": '"1900-02-29T00:00:00Z"',
      "named-zone": '"2026-03-01T10:00:00 GMT"',
      slashes: '"2026/03/01T10:00:00Z"',
    },
  ],
};
const placeNames = Object.keys(PLACES) as (keyof typeof PLACES)[];
const wrongValues = Object.entries(WRONG).flatMap(([name, [clause, texts]]) =>
  Object.entries(texts).map(([word, text], index) => {
    const place = placeNames[index % placeNames.length] ?? "every";
    // A second order with the same wrong id would be a duplicate as well: here that is one fault among two.
    const where = name === "id" && place === "every" ? PLACES.middle : PLACES[place];
    return fault(
      `${name.replace("D", "-d").replace("I", "-i").toLowerCase()}-${word}`,
      `${name} is ${text} (${place}).`,
      [clause, ...(name === "id" ? (["order-id-unique"] as const) : [])],
      (service) => spoil(service, where, (members) => ({ ...members, [name]: text })),
    );
  }),
);

const all = (
  id: string,
  title: string,
  clauses: readonly ClauseId[],
  change: (members: Record<string, string>, order: Order) => Record<string, string>,
): Fault => fault(id, title, clauses, (service) => spoil(service, PLACES.every, change));

const ids = [
  all("ids-as-strings", "Every id is a string.", ["order-id"], (members) => ({ ...members, id: `"${members.id}"` })),
  all("big-ids-as-strings", "Ids beyond 2^53 are strings.", ["order-id"], (members, { id }) => ({
    ...members,
    id: id > 2n ** 53n ? `"${id}"` : `${id}`,
  })),
  all(
    "ids-as-doubles",
    "Ids go through a double: two orders become one id.",
    ["order-id", "order-id-unique", "list-whole"],
    (members, { id }) => ({ ...members, id: `${BigInt(Number(id))}` }),
  ),
  fault(
    "lonely-ids-as-doubles",
    "Ids go through a double, and nobody else has the rounded one.",
    ["order-id", "list-whole"],
    (service) => spoil(service, PLACES.every, (members, { id }) => ({ ...members, id: `${BigInt(Number(id))}` })),
    { seed: lonelyBeyondDouble, readOnly: UNSEEN.whole },
  ),
  all("big-ids-in-exponent-form", "Ids beyond 2^53 are written with an exponent.", ["order-id"], (members, { id }) => ({
    ...members,
    id: id > 2n ** 53n ? Number(id).toExponential() : `${id}`,
  })),
  all("ids-with-an-exponent-of-zero", "Ids are written as 17e0.", ["order-id"], (members, { id }) => ({
    ...members,
    id: `${id}e0`,
  })),
  all(
    "ids-wrapped-to-int32",
    "Ids are cut to 32 bits.",
    ["order-id", "order-id-unique", "list-whole"],
    (members, { id }) => ({ ...members, id: `${BigInt.asIntN(32, id)}` }),
  ),
  fault(
    "big-ids-off-by-one",
    "Ids beyond 2^53 are one too high.",
    ["list-whole", "order-id-unique"],
    (service) =>
      spoil(service, PLACES.every, (members, { id }) => ({ ...members, id: `${id > 2n ** 53n ? id + 1n : id}` })),
    { readOnly: UNSEEN.whole },
  ),
  fault("big-ids-clamped", "Ids beyond 2^53 - 1 are that number.", ["order-id-unique", "list-whole"], (service) =>
    spoil(service, PLACES.every, (members, { id }) => ({ ...members, id: `${id >= 2n ** 53n ? 2n ** 53n - 1n : id}` })),
  ),
  fault("unsigned-ids", "One order has an unsigned id: 2^64 - 5.", ["order-id"], (service) =>
    spoil(service, PLACES.last, (members) => ({ ...members, id: "18446744073709551611" })),
  ),
  fault("duplicate-id", "Two customers' orders share an id.", ["order-id-unique"], (service) =>
    spoil(
      service,
      (index) => index === 3,
      (members) => ({ ...members, id: "2" }),
    ),
  ),
  fault("duplicate-order", "One order is listed twice.", ["order-id-unique"], (service) => {
    const { listed } = service;
    service.listed = (request) => [...listed(request), ...listed(request).slice(4, 5)];
  }),
  fault(
    "duplicate-of-a-handed-order",
    "An order that is handed over is listed twice.",
    ["order-id-unique"],
    (service) => {
      const { listed } = service;
      service.listed = (request) =>
        listed(request).flatMap((order) => (order.id === service.seed.pending[3] ? [order, { ...order }] : [order]));
    },
  ),
  fault(
    "duplicate-far-apart",
    "The first of 5,000 orders stands at the end again.",
    ["order-id-unique"],
    (service) => {
      const { listed } = service;
      service.listed = (request) => [...listed(request), ...listed(request).slice(0, 1)];
    },
    { seed: crowd(5000) },
  ),
  fault("duplicate-in-second-list", "The second list has an order twice.", ["order-id-unique"], (service) => {
    const { listed } = service;
    service.listed = (request) =>
      service.lists > 1 ? [...listed(request), ...listed(request).slice(0, 1)] : listed(request);
  }),
  fault("all-ids-the-same", "Every id is 1.", ["order-id-unique", "list-whole"], (service) =>
    spoil(service, PLACES.every, (members) => ({ ...members, id: "1" })),
  ),
  fault("leading-zeros", "Ids are padded with zeros, which is no JSON.", ["body-json"], (service) =>
    spoil(service, PLACES.every, (members) => ({ ...members, id: `${members.id}`.padStart(12, "0") })),
  ),
  fault("plus-sign", "An id has a plus sign, which is no JSON.", ["body-json"], (service) =>
    spoil(service, PLACES.last, (members) => ({ ...members, id: `+${members.id}` })),
  ),
  fault("quantity-not-a-number", "A quantity is NaN, which is no JSON.", ["body-json"], (service) =>
    spoil(service, PLACES.middle, (members) => ({ ...members, quantity: "NaN" })),
  ),
  fault("quantity-infinity", "A quantity is Infinity, which is no JSON.", ["body-json"], (service) =>
    spoil(service, PLACES.middle, (members) => ({ ...members, quantity: "Infinity" })),
  ),
  fault("ship-date-undefined", "A shipDate is undefined, which is no JSON.", ["body-json"], (service) =>
    spoil(service, PLACES.middle, (members) => ({ ...members, shipDate: "undefined" })),
  ),
  fault("pet-id-as-double", "One petId is 9007199254740992.5.", ["order-pet-id"], (service) =>
    spoil(service, PLACES.first, (members) => ({ ...members, petId: "9007199254740992.5" })),
  ),
];

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

export const ORDER_FAULTS: readonly Fault[] = [...wrongValues, ...ids, ...elements, ...moreElements, ...places];
