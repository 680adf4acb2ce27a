/**
 * Ids that are read or compared with too few digits.
 *
 * Sources: Number() and parseInt() in JavaScript, int columns and parameters, strtol-like readers
 * that wrap, a join by the wrong column, frameworks that read a parameter from the query, the body
 * and the path alike (Symfony's Request::get, Express 3's req.param).
 */
import type { ClauseId } from "../../../../spec/clauses/index.ts";
import {
  adjacentBeyondDouble,
  beyondInt32,
  type InitialOrders,
  isolatedBeyondDouble,
  limits,
  mixed,
  small,
} from "../../orders.ts";
import { header, type Request } from "../../raw-http.ts";
import { error } from "../../replies.ts";
import { type Fault, fault, type Options } from "../../variant.ts";

const asDouble = (id: bigint): bigint => BigInt(Number(id));

/** Reads the id in the path as another number. */
const readAs = (
  title: string,
  clauses: readonly ClauseId[],
  orders: () => InitialOrders,
  read: (id: bigint) => bigint,
  harms: Options<Fault> = {},
): Fault =>
  fault(title, clauses, { orders, ...harms }, (base) => ({
    parseId(text) {
      const exact = base.parseId(text);
      return exact === undefined ? undefined : read(exact);
    },
  }));
const HARMS = { harms: "full" } as const;

/** A pet's id is its order's id plus this. */
const PETS = 500_000n;

const EXACT: readonly ClauseId[] = ["cancel-id-exact"];

const RANGES: readonly (readonly [
  words: string,
  orders: () => InitialOrders,
  includes: (id: bigint) => boolean,
])[] = [
  ["beyond int32", beyondInt32, (id) => id > 2n ** 31n - 1n],
  ["beyond 2^53", mixed, (id) => id > 2n ** 53n],
  ["of 0 or less", limits, (id) => id <= 0n],
];

/** Cancels an id that stands elsewhere than in the path. */
const elsewhere = (title: string, read: (request: Request) => string | undefined): Fault =>
  fault(title, ["cancel-id-exact"], { orders: small }, (base) => ({
    answerAuthorized(request) {
      const other = base.operationOf(request) === "cancelOrder" ? read(request) : undefined;
      return base.answerAuthorized(
        other === undefined ? request : { ...request, path: `/store/orders/${other}` },
      );
    },
  }));

export const CANCEL_ID_FAULTS = [
  readAs(
    "orderId is read as a double; the rounded ids are customers' orders.",
    EXACT,
    mixed,
    asDouble,
    HARMS,
  ),
  readAs(
    "orderId is read as a double; the rounded ids are unknown.",
    ["cancel-id-exact", "cancel-pending"],
    isolatedBeyondDouble,
    asDouble,
  ),
  readAs(
    "orderId is read as a double; the rounded ids are provided, too.",
    ["cancel-id-exact", "cancel-pending", "cancel-only-that-order"],
    adjacentBeyondDouble,
    asDouble,
    HARMS,
  ),
  fault(
    "An unknown id cancels the order that is the same as a double.",
    EXACT,
    { orders: isolatedBeyondDouble, foundBy: "exact-ids" },
    (base) => ({
      find: (wanted) =>
        base.find(wanted) ?? base.store.orders.find(({ id }) => Number(id) === Number(wanted)),
    }),
  ),
  fault(
    "An unknown id cancels the order for the pet with this id.",
    ["cancel-id-exact"],
    // The pet's id is provided as absent.
    { orders: small, absent: [61n + PETS], foundBy: "exact-ids", harms: "both" },
    (base) => {
      for (const order of base.store.orders) order.petId = order.id + PETS;
      return {
        find: (wanted) =>
          base.find(wanted) ?? base.store.orders.find(({ petId }) => petId === wanted),
      };
    },
  ),
  fault(
    "An orderId beyond int64 is cut to 64 bits, and cancels an order.",
    ["cancel-id-exact"],
    { orders: small },
    { parseId: (text) => (/^-?\d+$/.test(text) ? BigInt.asIntN(64, BigInt(text)) : undefined) },
  ),
  readAs(
    "orderId loses its sign: negative ids are unknown.",
    EXACT,
    limits,
    (id) => (id < 0n ? -id : id),
    HARMS,
  ),
  ...RANGES.map(([words, orders, includes]) =>
    fault(
      `The cancellation of a pending order with an id ${words} gets 400.`,
      ["cancel-pending"],
      { orders },
      (base) => ({
        cancel: (order, request) =>
          includes(order.id) && order.state === "pending"
            ? error(400, "bad_id", "Not a valid id.")
            : base.cancel(order, request),
      }),
    ),
  ),
  elsewhere(
    "orderId in the query replaces the id in the path.",
    ({ query }) => new URLSearchParams(query).get("orderId") ?? undefined,
  ),
  elsewhere("X-Order-Id replaces the id in the path.", (request) => header(request, "x-order-id")),
  elsewhere("The ids in the body replace the id in the path.", ({ body }) =>
    /"ids":\[(-?\d+)/.exec(body)?.at(1),
  ),
];
