/** Stores and orders that look odd and honour the contract. */
import { type Order, type Seed, seed } from "../order.ts";
import {
  adjacentBeyondDouble,
  alone,
  beyondInt32,
  crowd,
  edges,
  generous,
  lonelyBeyondDouble,
  mixed,
  small,
} from "../seeds.ts";
import { type Sound, sound } from "../variant.ts";

const asIs = (): void => {};
const members = (
  id: string,
  title: string,
  ruling: string,
  change: (members: Record<string, string>, order: Order) => Record<string, string>,
  options: Partial<Sound> = {},
): Sound =>
  sound(
    id,
    title,
    ruling,
    (service) => {
      const { members: plain } = service;
      service.members = (order, index, count) => change(plain(order, index, count), order);
    },
    options,
  );

const store = (id: string, title: string, orders: () => Seed): Sound =>
  sound(id, title, "which orders a store holds is its own affair", asIs, { seed: orders });
const none = (): Seed => seed({ pending: [], shipped: [] }, { pending: [], shipped: [] });
const stores = [
  store("reference", "The reference as it is.", mixed),
  store("small-ids", "All ids are small.", small),
  store("ids-beyond-int32", "All ids lie beyond int32.", beyondInt32),
  store("ids-beyond-double", "Handed-over ids beyond 2^53 stand side by side.", adjacentBeyondDouble),
  store("ids-far-beyond-double", "Handed-over ids beyond 2^53 stand alone.", lonelyBeyondDouble),
  store("ids-at-the-edges", "Ids at the edges of int64, 0 and below.", edges),
  store("nobody-else", "Only the orders handed over.", alone),
  store("empty-store", "No order at all.", none),
  store("more-than-needed", "Nine pending orders are handed over, and two that have shipped.", generous),
  store("ten-thousand-orders", "10,000 orders.", crowd(10_000)),
  store("only-one-pending", "One pending order is handed over, and none that has shipped.", () => ({
    ...mixed(),
    pending: [2n ** 53n + 1n],
    shipped: [],
  })),
  store("only-two-pending", "Two pending orders are handed over, and none that has shipped.", () => ({
    ...mixed(),
    pending: [23n, 2n ** 32n + 23n],
    shipped: [],
  })),
  store("only-shipped", "Only what has shipped is handed over.", () => ({ ...mixed(), pending: [] })),
];

const DATES: Readonly<Record<string, string>> = {
  "leap-second": "2016-12-31T23:59:60Z",
  "leap-second-with-offset": "2017-01-01T00:59:60+01:00",
  "leap-second-with-fraction": "2016-12-31T23:59:60.5Z",
  "year-1": "0001-01-01T00:00:00Z",
  "year-9999": "9999-12-31T23:59:59.999999999Z",
  "february-29": "2024-02-29T12:00:00Z",
  "february-29-of-2000": "2000-02-29T12:00:00Z",
  "many-digits": "2026-03-01T10:00:00.123456789012345678901234567890Z",
  "one-digit": "2026-03-01T10:00:00.1+05:30",
  "offset-23-59": "2026-03-01T10:00:00-23:59",
  "unknown-offset": "2026-03-01T10:00:00-00:00",
  "zero-offset": "2026-03-01T10:00:00+00:00",
};
const dates = Object.entries(DATES).map(([name, date]) =>
  members(`sound-ship-date-${name}`, `shipDate is ${date}.`, "RFC 3339 allows it", (plain) => ({
    ...plain,
    shipDate: `"${date}"`,
  })),
);

const deep = `${'{"a":'.repeat(400)}1${"}".repeat(400)}`;
const fields = [
  sound(
    "empty-orders",
    "Every order is {}.",
    "no field is required",
    (service) => {
      service.members = () => ({});
    },
    { mayAdvise: "without ids the list cannot be matched" },
  ),
  sound("some-empty-orders", "Some orders are {}.", "no field is required", (service) => {
    const { orderText } = service;
    service.orderText = (order, index, count) => (order.id < 10n ? "{}" : orderText(order, index, count));
  }),
  members("orders-without-ids", "No order shows its id.", "no field is required", ({ id: _, ...rest }) => rest, {
    mayAdvise: "without ids the list cannot be matched",
  }),
  members(
    "customers-without-ids",
    "Only orders that are handed over show their ids.",
    "no field is required",
    ({ id = "", ...rest }, order) => (order.id < 21n ? rest : { id, ...rest }),
  ),
  members("ids-alone", "Orders show their ids and nothing else.", "no field is required", ({ id = "" }) => ({ id })),
  members("extra-null-fields", "Further fields of an order are null.", "further fields are sound", (plain) => ({
    ...plain,
    deletedAt: "null",
    status: "null",
    error: "null",
  })),
  members(
    "deep-extra-fields",
    "A further field is four hundred objects deep.",
    "further fields are sound",
    (plain) => ({
      ...plain,
      extra: deep,
    }),
  ),
  members(
    "extra-fields-of-other-case",
    "Beside id stands Id, beside complete Complete, of other types.",
    "further fields are sound",
    (plain) => ({ ...plain, Id: '"x"', ID: "null", Complete: '"no"', pet_id: '"p"' }),
  ),
  members(
    "inner-ids",
    "Within further fields ids repeat those of other orders.",
    "further fields are sound",
    (plain) => ({ items: '[{"id":1,"quantity":"two"},{"id":1}]', ...plain }),
  ),
  members(
    "prototype-names",
    "Further fields are called __proto__ and constructor.",
    "further fields are sound",
    (plain) => Object.fromEntries([["constructor", '{"id":"x"}'], ["hasOwnProperty", "1"], ...Object.entries(plain)]),
  ),
  sound("proto-member", "A further field is called __proto__.", "further fields are sound", (service) => {
    const { orderText } = service;
    service.orderText = (...order) => orderText(...order).replace("{", '{"__proto__":{"id":"x","quantity":null},');
  }),
  members("huge-quantity", "quantity is 10^30.", "quantity has no format", (plain) => ({
    ...plain,
    quantity: `1${"0".repeat(30)}`,
  })),
  members("negative-quantity", "quantity is negative, or 0.", "quantity has no bounds", (plain, { id }) => ({
    ...plain,
    quantity: id % 2n === 0n ? "-3" : "0",
  })),
  members("pet-ids-at-the-edges", "petId is at the edges of int64.", "petId is an int64", (plain, { id }) => ({
    ...plain,
    petId: id % 2n === 0n ? "9223372036854775807" : "-9223372036854775808",
  })),
  members("pet-ids-negative", "petId is 0, or below.", "petId is an int64", (plain, { id }) => ({
    ...plain,
    petId: `${-(id % 9n)}`,
  })),
  members("same-pet-in-every-order", "Every order is for the same animal.", "only id is unique", (plain) => ({
    ...plain,
    petId: "9007199254740993",
  })),
  members(
    "key-order-varies",
    "The members of an order stand otherwise each time.",
    "JSON objects have no order",
    (plain, { id }) =>
      Object.fromEntries(id % 2n === 0n ? Object.entries(plain).reverse() : Object.entries(plain).sort()),
  ),
  members(
    "extra-numbers",
    "Further fields hold numbers that no double holds.",
    "further fields are sound",
    (plain) => ({
      ...plain,
      weight: "1e400",
      price: "0.1000000000000000000000000001",
      big: "123456789012345678901234567890",
    }),
  ),
  members("escaped-strings", "Strings are full of escapes.", "JSON allows them", ({ shipDate = "", ...rest }) => ({
    ...rest,
    shipDate: shipDate.replaceAll("-", "\\u002d").replaceAll(":", "\\u003A"),
    note: '"\\u0000\\ud83d\\ude00\\\\\\/\\"\\ud800"',
  })),
  members("unicode-strings", "A further field holds all of Unicode.", "JSON allows it", (plain) => ({
    ...plain,
    note: '"Ünïcödé 漢字 😀 \u2028\u2029 \u200f\ufeff"',
  })),
  sound("escaped-names", "The names of members are escaped.", "JSON allows it", (service) => {
    const { orderText } = service;
    service.orderText = (...order) =>
      orderText(...order)
        .replace('"id"', '"\\u0069d"')
        .replace('"quantity"', '"qu\\u0061ntity"');
  }),
  sound("pretty-printed", "The list is indented.", "JSON allows white space", (service) => {
    service.listText = (texts) =>
      `[\n${texts.map((text) => `  ${text.replaceAll(",", ",\n    ").replaceAll(":", " : ")}`).join(",\n")}\n]`;
    // A date holds colons too: leave those of strings alone.
    service.members = ({ id, petId, quantity, complete }) => ({
      id: `${id}`,
      petId: `${petId}`,
      quantity: `${quantity}`,
      complete: `${complete}`,
    });
  }),
  sound("white-space-around", "White space stands around the list.", "JSON allows white space", (service) => {
    const { listText } = service;
    service.listText = (texts) => ` \t\r\n${listText(texts)}\r\n\n`;
  }),
];

export const ORDER_VARIANTS: readonly Sound[] = [...stores, ...dates, ...fields];
