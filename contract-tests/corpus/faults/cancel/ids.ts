/** Ids that are read, or compared, with fewer digits than they have. */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import { cancelFault, HARMS_OTHERS } from "../../changes/effects.ts";
import {
  adjacentBeyondDouble,
  beyondInt32,
  isolatedBeyondDouble,
  limits,
  mixed,
  roomy,
  small,
} from "../../initial-orders.ts";
import type { InitialOrders } from "../../order.ts";
import { header, type Request } from "../../raw-http.ts";
import { error } from "../../replies.ts";
import type { Fault, Options } from "../../variant.ts";

const asDouble = (id: bigint): bigint => BigInt(Number(id));
const asInt32 = (id: bigint): bigint => BigInt.asIntN(32, id);

/** The id in the path is read as another number. */
const readAs = (
  id: string,
  title: string,
  read: (id: bigint) => bigint,
  options: Options<Fault>,
  clauses: readonly ClauseId[] = ["cancel-id-exact", "cancel-pending"],
): Fault =>
  cancelFault(
    id,
    title,
    clauses,
    (base) => ({
      parseId(text) {
        const exact = base.parseId(text);
        return exact === undefined ? undefined : read(exact);
      },
    }),
    options,
  );

/** How much larger than that of its order the id of a pet is. */
const PETS = 500_000n;

const similarIdsUndetected = { readOnly: { undetected: "ids that are similar to those of an order are not sent" } };

/** Unknown ids are taken for an order for which `same` has the same value. */
const takenFor = (id: string, title: string, same: (id: bigint) => unknown, orders: () => InitialOrders): Fault =>
  cancelFault(
    id,
    title,
    ["cancel-id-exact"],
    (base) => ({
      find: (wanted) => base.find(wanted) ?? base.store.orders.find((order) => same(order.id) === same(wanted)),
    }),
    { ...similarIdsUndetected, orders, foundBy: "cancel-exact" },
  );

const ids = [
  readAs(
    "id-read-as-double",
    "orderId is read as a double; the rounded ids are customers' orders.",
    asDouble,
    {
      orders: mixed,
      ...HARMS_OTHERS,
    },
    ["cancel-id-exact"],
  ),
  readAs("id-read-as-double-lonely", "orderId is read as a double; the rounded ids are unknown.", asDouble, {
    orders: isolatedBeyondDouble,
  }),
  readAs(
    "id-read-as-double-adjacent",
    "orderId is read as a double; the rounded ids are provided, too.",
    asDouble,
    { orders: adjacentBeyondDouble, ...HARMS_OTHERS },
    ["cancel-id-exact", "cancel-pending", "cancel-only-that-order"],
  ),
  cancelFault(
    "compared-as-double",
    "Ids are compared as doubles: the first that is equal is cancelled.",
    ["cancel-id-exact", "cancel-pending", "cancel-only-that-order"],
    ({ store }) => ({ find: (id) => store.orders.find((order) => Number(order.id) === Number(id)) }),
    { orders: adjacentBeyondDouble, ...HARMS_OTHERS },
  ),
  takenFor(
    "unknown-neighbour-cancels",
    "An unknown id cancels the order that is the same as a double.",
    Number,
    isolatedBeyondDouble,
  ),
  cancelFault(
    "unknown-id-is-a-prefix",
    "An unknown id cancels the first order whose id starts with it.",
    ["cancel-id-exact"],
    (base) => ({
      find: (wanted) => base.find(wanted) ?? base.store.orders.find(({ id }) => `${id}`.startsWith(`${wanted}`)),
    }),
    { ...similarIdsUndetected, orders: isolatedBeyondDouble },
  ),
  ...([-1n, 1n] as const).map((step) =>
    cancelFault(
      `unknown-neighbour-${step < 0n ? "below" : "above"}-cancels`,
      `An unknown id cancels the order whose id is one ${step < 0n ? "higher" : "lower"}.`,
      ["cancel-id-exact"],
      (base) => ({ find: (wanted) => base.find(wanted) ?? base.store.orders.find(({ id }) => id + step === wanted) }),
      { ...similarIdsUndetected, orders: roomy, foundBy: "cancel-exact" },
    ),
  ),
  cancelFault(
    "unknown-id-is-that-of-a-pet",
    "An unknown id cancels the order for the pet with this id.",
    ["cancel-id-exact"],
    (base) => {
      for (const order of base.store.orders) order.petId = order.id + PETS;
      return { find: (wanted) => base.find(wanted) ?? base.store.orders.find(({ petId }) => petId === wanted) };
    },
    {
      ...{ ...similarIdsUndetected, orders: small, absent: [61n + PETS], foundBy: "cancel-exact" },
      harms: { why: "the id of the pet is provided as free", modes: "both" },
    },
  ),
  cancelFault(
    "beyond-int64-wraps",
    "An orderId beyond int64 is cut to 64 bits, and cancels an order.",
    ["cancel-id-exact"],
    { parseId: (text) => (/^-?\d+$/.test(text) ? BigInt.asIntN(64, BigInt(text)) : undefined) },
    { ...similarIdsUndetected, orders: small },
  ),
  takenFor(
    "unknown-int32-twin-cancels",
    "An unknown id cancels the order with the same lower 32 bits.",
    asInt32,
    small,
  ),
  readAs(
    "id-wrapped-to-int32",
    "orderId is cut to 32 bits; the id that results is provided, too.",
    asInt32,
    { orders: mixed, ...HARMS_OTHERS },
    ["cancel-id-exact", "cancel-only-that-order"],
  ),
  readAs("id-wrapped-to-int32-lonely", "orderId is cut to 32 bits; the ids that result are unknown.", asInt32, {
    orders: beyondInt32,
  }),
  readAs(
    "id-clamped-to-int32",
    "An orderId beyond int32 is read as 2^31 - 1.",
    (id) => (id > 2n ** 31n - 1n ? 2n ** 31n - 1n : id),
    { orders: beyondInt32 },
  ),
  readAs(
    "id-absolute",
    "orderId loses its sign: negative ids are unknown.",
    (id) => (id < 0n ? -id : id),
    { orders: limits, ...HARMS_OTHERS },
    ["cancel-id-exact"],
  ),
  readAs(
    "id-plus-one-beyond-double",
    "An orderId beyond 2^53 is read one too high.",
    (id) => id + (id > 2n ** 53n ? 1n : 0n),
    { orders: isolatedBeyondDouble },
  ),
  readAs("id-cut-to-ten-digits", "orderId is cut after ten digits.", (id) => BigInt(`${id}`.slice(0, 10)), {
    orders: isolatedBeyondDouble,
  }),
];

const RANGES: readonly (readonly [
  name: string,
  words: string,
  orders: () => InitialOrders,
  includes: (id: bigint) => boolean,
])[] = [
  ["beyond-int32", "beyond int32", beyondInt32, (id) => id > 2n ** 31n - 1n],
  ["beyond-double", "beyond 2^53", mixed, (id) => id > 2n ** 53n],
  ["zero-or-less", "of 0 or less", limits, (id) => id <= 0n],
];
const ranges = RANGES.flatMap(([name, words, orders, includes]) =>
  [400, 404, 409, 422, 500].map((status) =>
    cancelFault(
      `cancel-${name}-answers-${status}`,
      `The cancellation of a pending order with an id ${words} gets ${status}.`,
      ["cancel-pending"],
      (base) => ({
        cancel: (order, request) =>
          includes(order.id) && order.state === "pending"
            ? error(status, "bad_id", "Not a valid id.")
            : base.cancel(order, request),
      }),
      { orders },
    ),
  ),
);

/** An id beside that of the path is the one that is cancelled. */
const elsewhere = (id: string, title: string, read: (request: Request) => string | undefined): Fault =>
  cancelFault(
    id,
    title,
    ["cancel-id-exact"],
    (base) => ({
      answerAuthorized(request) {
        const other = base.operationOf(request) === "cancel" ? read(request) : undefined;
        return base.answerAuthorized(other === undefined ? request : { ...request, path: `/store/orders/${other}` });
      },
    }),
    { orders: small },
  );
const overrides = [
  elsewhere(
    "id-in-query-counts",
    "orderId in the query replaces the id in the path.",
    ({ query }) => new URLSearchParams(query).get("orderId") ?? undefined,
  ),
  elsewhere("id-in-header-counts", "X-Order-Id replaces the id in the path.", (request) =>
    header(request, "x-order-id"),
  ),
  elsewhere("id-list-in-body-counts", "The ids in the body replace the id in the path.", ({ body }) =>
    /"ids":\[(-?\d+)/.exec(body)?.at(1),
  ),
  elsewhere("id-in-body-counts", "orderId in the body replaces the id in the path.", ({ body }) =>
    /"orderId":(-?\d+)/.exec(body)?.at(1),
  ),
];

export const CANCEL_ID_FAULTS = [...ids, ...ranges, ...overrides];
