/** Ids that lost digits, are not numbers or are not unique, and numbers that are not JSON. */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { mapMembers, POSITIONS, setMembers } from "../../changes/lists.ts";
import { isolatedBeyondDouble, many } from "../../initial-orders.ts";
import type { Order } from "../../order.ts";
import { type Base, type Fault, fault, type Options, UNDETECTED } from "../../variant.ts";

/** Every id as JSON text. */
const written = (
  id: string,
  title: string,
  clauses: readonly ClauseId[],
  write: (id: bigint) => string | bigint,
  options: Options<Fault> = {},
): Fault =>
  fault(
    id,
    title,
    clauses,
    (base) => mapMembers(base, (members, { order }) => ({ ...members, id: `${write(order.id)}` })),
    options,
  );
const LOST: readonly ClauseId[] = ["order-id", "order-id-unique", "list-whole"];

const wrongIds = [
  written("ids-as-strings", "Ids are strings.", ["order-id"], (id) => `"${id}"`),
  written("big-ids-as-strings", "Ids beyond 2^53 are strings.", ["order-id"], (id) =>
    id > 2n ** 53n ? `"${id}"` : id,
  ),
  written("ids-as-doubles", "Ids are rounded to doubles: two orders get one id.", LOST, (id) => BigInt(Number(id))),
  written(
    "lonely-ids-as-doubles",
    "Ids are rounded to doubles, and stay unique.",
    ["order-id", "list-whole"],
    (id) => BigInt(Number(id)),
    { orders: isolatedBeyondDouble, readOnly: UNDETECTED.whole },
  ),
  written("big-ids-in-exponent-form", "Ids beyond 2^53 are written with an exponent.", ["order-id"], (id) =>
    id > 2n ** 53n ? Number(id).toExponential() : id,
  ),
  written("ids-with-an-exponent-of-zero", "Ids are written with the exponent e0.", ["order-id"], (id) => `${id}e0`),
  written("ids-wrapped-to-int32", "Ids are cut to 32 bits.", LOST, (id) => BigInt.asIntN(32, id)),
  written(
    "big-ids-off-by-one",
    "Ids beyond 2^53 are one too high.",
    ["list-whole"],
    (id) => (id > 2n ** 53n ? id + 1n : id),
    { readOnly: UNDETECTED.whole },
  ),
  written("big-ids-clamped", "Ids beyond 2^53 - 1 are 2^53 - 1.", ["order-id-unique", "list-whole"], (id) =>
    id >= 2n ** 53n ? 2n ** 53n - 1n : id,
  ),
  fault("unsigned-ids", "One id is 2^64 - 5, beyond int64.", ["order-id"], (base) =>
    setMembers(base, POSITIONS.last, { id: "18446744073709551611" }),
  ),
  fault("duplicate-id", "Two customers' orders have the same id.", ["order-id-unique"], (base) =>
    setMembers(base, ({ index }) => index === 3, { id: "2" }),
  ),
];

const duplicate = (
  id: string,
  title: string,
  list: (orders: Order[], base: Base) => Order[],
  options: Options<Fault> = {},
): Fault =>
  fault(
    id,
    title,
    ["order-id-unique"],
    (base) => ({ visibleOrders: (request) => list(base.visibleOrders(request), base) }),
    options,
  );
const duplicates = [
  duplicate("duplicate-order", "One order is listed twice.", (orders) => [...orders, ...orders.slice(4, 5)]),
  duplicate("duplicate-of-a-handed-order", "An order that is provided is listed twice.", (orders, { store }) =>
    orders.flatMap((order) => (order.id === store.initial.pending[3] ? [order, { ...order }] : [order])),
  ),
  duplicate(
    "duplicate-far-apart",
    "The first of 5,000 orders is listed again at the end.",
    (orders) => [...orders, ...orders.slice(0, 1)],
    { orders: many(5000) },
  ),
  duplicate("duplicate-in-second-list", "From the second list on one order is listed twice.", (orders, { store }) =>
    store.listCount > 1 ? [...orders, ...orders.slice(0, 1)] : orders,
  ),
  fault("all-ids-the-same", "Every id is 1.", ["order-id-unique", "list-whole"], (base) =>
    setMembers(base, POSITIONS.every, { id: "1" }),
  ),
];

const notJson = [
  written("leading-zeros", "Ids are padded with zeros, which is not JSON.", ["body-json"], (id) =>
    `${id}`.padStart(12, "0"),
  ),
  fault("plus-sign", "The last id has a plus sign, which is not JSON.", ["body-json"], (base) =>
    mapMembers(base, (members, { index, count }) =>
      index === count - 1 ? { ...members, id: `+${members.id}` } : members,
    ),
  ),
  ...(
    [
      ["quantity-not-a-number", "quantity", "NaN"],
      ["quantity-infinity", "quantity", "Infinity"],
      ["ship-date-undefined", "shipDate", "undefined"],
    ] as const
  ).map(([id, member, text]) =>
    fault(id, `One ${member} is ${text}, which is not JSON.`, ["body-json"], (base) =>
      setMembers(base, POSITIONS.middle, { [member]: text }),
    ),
  ),
];

export const ORDER_ID_FAULTS = [
  ...wrongIds,
  ...duplicates,
  ...notJson,
  fault("pet-id-as-double", "The first petId is 9007199254740992.5.", ["order-pet-id"], (base) =>
    setMembers(base, POSITIONS.first, { petId: "9007199254740992.5" }),
  ),
];
