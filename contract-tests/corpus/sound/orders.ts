/**
 * Unusual but conforming stores and orders: plain ones, by what RFC 8259 (JSON), RFC 3339 (dates)
 * and int64 allow.
 */
import { type Answers, CLAUSES, type Clause, type ClauseId } from "../../../spec/clauses/index.ts";
import { type Members, mapMembers, type Position } from "../changes/lists.ts";
import {
  adjacentBeyondDouble,
  beyondInt32,
  equalAsDouble,
  type InitialOrders,
  initialOrders,
  isolatedBeyondDouble,
  limits,
  many,
  mixed,
  moreThanNeeded,
  onlyProvided,
  small,
} from "../orders.ts";
import { type Options, type Sound, sound } from "../variant.ts";

/** Returns the clauses that cannot be proven if these needs are not met. */
const needing = (...needs: readonly Clause["needs"][]): ClauseId[] =>
  CLAUSES.filter((clause) => needs.includes(clause.needs)).map(({ id }) => id);
const SHIPPED = needing("shipped id");
const FIELDS = CLAUSES.filter(({ area, id }) => area === "order" && id !== "order-object").map(
  ({ id }) => id,
);

const none = (): InitialOrders =>
  initialOrders({ pending: [], shipped: [] }, { pending: [], shipped: [] });
const store = (
  title: string,
  orders: () => InitialOrders,
  leavesOpen: NonNullable<Sound["leavesOpen"]> = {},
): Sound => sound(title, "a store may hold any orders", { orders, leavesOpen }, {});

/** The reference's answers to the open questions. */
const OF_THE_REFERENCE: Partial<Answers> = {
  "scheme-case": "accepted",
  challenge: "none",
  "error-codes": "words",
  "other-methods": "not-found",
  cors: "none",
  "other-paths": "error",
  "other-paths-key": "asked",
  "trailing-slash": "not-found",
  "path-case": "exact",
  "request-body": "ignored",
  "rate-limits": "none",
  "conflict-body": "none",
  "second-cancel": "not-found",
  "cancelled-in-list": "vanishes",
  "malformed-id": "not-found",
  "malformed-id-body": "error",
  "id-beyond-int64": "not-found",
  "list-order": "ascending",
  "order-fields": "all",
  "pets-answer": "pet",
  "deprecation-headers": "none",
};

const DATES = [
  "2016-12-31T23:59:60Z",
  "2017-01-01T00:59:60+01:00",
  "2016-12-31T23:59:60.5Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999999999Z",
  "2024-02-29T12:00:00Z",
  "2000-02-29T12:00:00Z",
  "2026-03-01T10:00:00.123456789012345678901234567890Z",
  "2026-03-01T10:00:00.1+05:30",
  "2026-03-01T10:00:00-23:59",
  "2026-03-01T10:00:00-00:00",
];

const members = (
  title: string,
  reading: string,
  change: Members | ((members: Members, position: Position) => Members),
  options: Options<Sound> = {},
): Sound =>
  sound(title, reading, options, (base) =>
    mapMembers(base, typeof change === "function" ? change : (own) => ({ ...own, ...change })),
  );

const OPTIONAL = "no field is required";
const EXTRA = "further members are sound";
const cannotMatch = { mayAdvise: "without ids the list cannot be compared with what was provided" };

/** An order that is missing in the list may be one that is listed without an id. */
const WITHOUT_IDS = ["cancel-only-that-order", "cancel-shipped-unchanged"] as const;

const isEven = ({ order }: Position): boolean => order.id % 2n === 0n;
const WHITE_SPACE = "JSON allows white space";

export const ORDER_VARIANTS = [
  sound(
    "The reference, unchanged.",
    "a store may hold any orders",
    { orders: mixed, answers: OF_THE_REFERENCE },
    {},
  ),
  store("All ids are small.", small),
  store("All ids are beyond int32.", beyondInt32),
  store("The ids that are provided are beyond 2^53, one next to the other.", adjacentBeyondDouble),
  store("All ids that are provided are the same number as a double.", equalAsDouble),
  store("The ids that are provided are far beyond 2^53.", isolatedBeyondDouble),
  store("Ids are the limits of int64, 0 and negative.", limits, {
    why: "malformed ids resemble them",
  }),
  store("There are no customers' orders.", onlyProvided),
  store("There are no orders.", none, {
    unproven: needing("pending id", "shipped id", "pending and shipped ids", "listed order"),
  }),
  store("Nine pending orders and two shipped ones are provided.", moreThanNeeded),
  store("There are 10,000 orders.", many(10_000)),
  store(
    "One pending order is provided, and no shipped one.",
    () => ({ ...mixed(), pending: [2n ** 53n + 1n], shipped: [] }),
    {
      unproven: [
        "auth-no-effect",
        "cancel-once",
        "cancel-id-exact",
        "cancel-only-that-order",
        ...SHIPPED,
      ],
    },
  ),
  store(
    "Two pending orders are provided, and no shipped one.",
    () => ({ ...mixed(), pending: [23n, 2n ** 32n + 23n], shipped: [] }),
    { unproven: ["auth-no-effect", "cancel-once", ...SHIPPED] },
  ),
  store("Only a shipped order is provided.", () => ({ ...mixed(), pending: [] }), {
    unproven: needing("pending id"),
  }),
  ...DATES.map((date) =>
    members(`shipDate is ${date}.`, "RFC 3339 allows it", { shipDate: `"${date}"` }),
  ),
  sound(
    "Every order is {}.",
    OPTIONAL,
    { ...cannotMatch, leavesOpen: { unproven: ["list-whole", ...FIELDS, ...WITHOUT_IDS] } },
    { members: () => ({}) },
  ),
  sound("Some orders are {}.", OPTIONAL, { leavesOpen: { unproven: WITHOUT_IDS } }, (base) => ({
    serializeOrder: (order, index, count) =>
      order.id < 10n ? "{}" : base.serializeOrder(order, index, count),
  })),
  members("Orders have no id.", OPTIONAL, ({ id: _, ...rest }) => rest, {
    ...cannotMatch,
    leavesOpen: { unproven: ["list-whole", "order-id", "order-id-unique", ...WITHOUT_IDS] },
  }),
  members(
    "Only orders that are provided have an id.",
    OPTIONAL,
    ({ id = "", ...rest }, { order }) => (order.id < 21n ? rest : { id, ...rest }),
    { leavesOpen: { unproven: WITHOUT_IDS } },
  ),
  members("Orders have an id and nothing else.", OPTIONAL, ({ id = "" }) => ({ id }), {
    leavesOpen: { unproven: FIELDS.filter((clause) => !clause.startsWith("order-id")) },
  }),
  members("Further members are null.", EXTRA, { deletedAt: "null", status: "null", error: "null" }),
  members("A further member is a number of 2,000 digits.", EXTRA, { extra: "7".repeat(2000) }),
  members("A further member has 400 nested objects.", EXTRA, {
    extra: `${'{"a":'.repeat(400)}1${"}".repeat(400)}`,
  }),
  members(
    "Further members differ from those of an Order in their letter case, and in their type.",
    EXTRA,
    { Id: '"x"', ID: "null", Complete: '"no"', pet_id: '"p"' },
  ),
  members("Further members contain the ids of other orders.", EXTRA, (own) => ({
    items: '[{"id":1,"quantity":"two"},{"id":1}]',
    ...own,
  })),
  sound("A further member is named __proto__.", EXTRA, (base) => ({
    serializeOrder: (...order) =>
      base.serializeOrder(...order).replace("{", '{"__proto__":{"id":"x","quantity":null},'),
  })),
  members("quantity is 10^30.", "quantity has no format", { quantity: `1${"0".repeat(30)}` }),
  members("quantity is 0 or negative.", "the contract sets no bounds", (own, position) => ({
    ...own,
    quantity: isEven(position) ? "-3" : "0",
  })),
  members("petId is a limit of int64.", "petId is an int64", (own, position) => ({
    ...own,
    petId: isEven(position) ? "9223372036854775807" : "-9223372036854775808",
  })),
  members("petId is the id of an order.", "petId is an int64", (own) => ({
    ...own,
    petId: own.id ?? "",
  })),
  members("Every order has the same petId.", "only id is unique", { petId: "9007199254740993" }),
  members("The members of orders have no fixed order.", "JSON objects have no order", (own, at) =>
    Object.fromEntries(isEven(at) ? Object.entries(own).reverse() : Object.entries(own).sort()),
  ),
  members("Further members are numbers that a double cannot hold.", EXTRA, {
    weight: "1e400",
    price: "0.1000000000000000000000000001",
    big: "123456789012345678901234567890",
  }),
  members(
    "Strings have escapes of all kinds.",
    "JSON allows them",
    ({ shipDate = "", ...rest }) => ({
      ...rest,
      shipDate: shipDate.replaceAll("-", "\\u002d").replaceAll(":", "\\u003A"),
      note: '"\\u0000\\ud83d\\ude00\\\\\\/\\"\\ud800"',
    }),
  ),
  sound("The names of members have escapes.", "JSON allows it", (base) => ({
    serializeOrder: (...order) =>
      base
        .serializeOrder(...order)
        .replace('"id"', '"\\u0069d"')
        .replace('"quantity"', '"qu\\u0061ntity"'),
  })),
  sound("The list is indented.", WHITE_SPACE, {
    serializeList: (texts) =>
      `[\n${texts.map((text) => `  ${text.replace(/,(?=")/g, ",\n    ").replaceAll('":', '" : ')}`).join(",\n")}\n]`,
  }),
  sound("The list is surrounded by white space.", WHITE_SPACE, (base) => ({
    serializeList: (texts) => ` \t\r\n${base.serializeList(texts)}\r\n\n`,
  })),
];
