/** Ids read, or compared, with fewer digits than they have. */
import type { ClauseId } from "../../../spec/clauses/index.ts";
import type { Seed } from "../order.ts";
import { error } from "../replies.ts";
import { adjacentBeyondDouble, beyondInt32, edges, lonelyBeyondDouble, mixed, small } from "../seeds.ts";
import type { Fault } from "../variant.ts";
import { effect, HARMS } from "./effect.ts";

/** How an id is read, or compared, and in which stores that shows. */
const careless = (
  id: string,
  title: string,
  readId: (text: string) => bigint | undefined,
  found: Partial<Fault> & { seed: () => Seed },
  clauses: readonly ClauseId[] = ["cancel-id-exact", "cancel-pending", "cancel-once", "cancel-only-that-order"],
): Fault =>
  effect(
    id,
    title,
    clauses,
    (service) => {
      const { parseId } = service;
      service.parseId = (text) => (parseId(text) === undefined ? undefined : readId(text));
    },
    found,
  );
const double = (text: string): bigint => BigInt(Number(text));
const ids = [
  careless("id-read-as-double", "orderId goes through a double; the neighbours are customers' orders.", double, {
    seed: mixed,
    ...HARMS,
  }),
  careless("id-read-as-double-lonely", "orderId goes through a double; what it hits is nobody's: 404.", double, {
    seed: lonelyBeyondDouble,
  }),
  careless(
    "id-read-as-double-adjacent",
    "orderId goes through a double; the neighbour is handed over as well.",
    double,
    { seed: adjacentBeyondDouble, ...HARMS },
  ),
  effect(
    "compared-as-double",
    "Ids are compared as doubles: the first that is equal is cancelled.",
    ["cancel-id-exact", "cancel-pending", "cancel-once", "cancel-only-that-order"],
    (service) => {
      service.find = (id) => service.orders.find((order) => Number(order.id) === Number(id));
    },
    { seed: adjacentBeyondDouble, ...HARMS },
  ),
  effect(
    "unknown-neighbour-cancels",
    "An unknown id is taken for the order whose double it shares: 204.",
    ["cancel-id-exact", "cancel-unknown-not-found"],
    (service) => {
      const { find } = service;
      service.find = (id) => find(id) ?? service.orders.find((order) => Number(order.id) === Number(id));
    },
    { seed: lonelyBeyondDouble, readOnly: { unseen: "the neighbours of orders are not asked for" } },
  ),
  effect(
    "beyond-int64-wraps",
    "An orderId beyond int64 is cut to 64 bits: 204 for an order.",
    ["cancel-id-exact"],
    (service) => {
      service.parseId = (text) => (/^-?\d+$/.test(text) ? BigInt.asIntN(64, BigInt(text)) : undefined);
    },
    { seed: small, readOnly: { unseen: "the twins of orders are not asked for" } },
  ),
  effect(
    "unknown-int32-twin-cancels",
    "An unknown id is taken for the order with the same lower 32 bits: 204.",
    ["cancel-id-exact", "cancel-unknown-not-found"],
    (service) => {
      const { find } = service;
      service.find = (id) =>
        find(id) ?? service.orders.find((order) => BigInt.asIntN(32, order.id) === BigInt.asIntN(32, id));
    },
    { seed: small, readOnly: { unseen: "the twins of orders are not asked for" } },
  ),
  careless(
    "id-wrapped-to-int32",
    "orderId is cut to 32 bits; the twin is handed over as well.",
    (text) => BigInt.asIntN(32, BigInt(text)),
    { seed: mixed, ...HARMS },
  ),
  careless(
    "id-wrapped-to-int32-lonely",
    "orderId is cut to 32 bits; what it hits is nobody's: 404.",
    (text) => BigInt.asIntN(32, BigInt(text)),
    { seed: beyondInt32 },
  ),
  careless(
    "id-clamped-to-int32",
    "orderId beyond int32 is 2^31 - 1: 404.",
    (text) => (BigInt(text) > 2n ** 31n - 1n ? 2n ** 31n - 1n : BigInt(text)),
    { seed: beyondInt32 },
  ),
  careless("id-absolute", "orderId loses its sign: 404 for orders below 0.", (text) => BigInt(text.replace("-", "")), {
    seed: edges,
    ...HARMS,
  }),
  careless(
    "id-plus-one-beyond-double",
    "orderId beyond 2^53 is read one too high.",
    (text) => BigInt(text) + (BigInt(text) > 2n ** 53n ? 1n : 0n),
    { seed: lonelyBeyondDouble },
  ),
  careless("id-cut-to-ten-digits", "orderId is cut after ten digits.", (text) => BigInt(text.slice(0, 10)), {
    seed: lonelyBeyondDouble,
  }),
];
const SIZES: Readonly<Record<string, readonly [words: string, seed: () => Seed, test: (id: bigint) => boolean]>> = {
  "beyond-int32": ["beyond int32", beyondInt32, (id) => id > 2n ** 31n - 1n],
  "beyond-double": ["beyond 2^53", mixed, (id) => id > 2n ** 53n],
  "zero-or-less": ["of 0 and below", edges, (id) => id <= 0n],
};
const sizes = Object.entries(SIZES).flatMap(([name, [words, seed, test]]) =>
  [400, 404, 409, 422, 500].map((status) =>
    effect(
      `cancel-${name}-answers-${status}`,
      `Cancelling a pending order ${words} answers ${status}.`,
      ["cancel-pending"],
      (service) => {
        const { cancel } = service;
        service.cancel = (order, request) =>
          test(order.id) && order.state === "pending"
            ? error(status, "bad_id", "Not a valid id.")
            : cancel(order, request);
      },
      { seed },
    ),
  ),
);
export const CANCEL_ID_FAULTS: readonly Fault[] = [...ids, ...sizes];
