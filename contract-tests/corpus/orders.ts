/**
 * The orders of corpus deployments. They share no code with the mock, because the same gate tests
 * both.
 */
import { withRequiredFields } from "../../fixtures/further-fields.ts";
import { INT64_MAX, INT64_MIN, isInt64 } from "../../spec/schema/integers.ts";

export type OrderState = "pending" | "shipped" | "cancelled";

export interface Order {
  readonly id: bigint;
  petId: bigint;
  quantity: number;
  shipDate: string;
  complete: boolean;
  state: OrderState;
}

/**
 * The orders that a deployment starts with. Orders that are not provided to the gate belong to
 * customers.
 */
export interface InitialOrders {
  /** Provided pending orders, which nobody else changes. */
  readonly pending: readonly bigint[];
  /** Provided shipped orders. */
  readonly shipped: readonly bigint[];
  readonly orders: Order[];
}

type Ids = Omit<InitialOrders, "orders">;

export const isProvided = ({ pending, shipped }: Ids, id: bigint): boolean =>
  pending.includes(id) || shipped.includes(id);

/** Creates an order whose fields depend on its id only, not on its state. */
export function createOrder(id: bigint, state: OrderState): Order {
  const small = Number(BigInt.asUintN(16, id));
  return withRequiredFields({
    id,
    petId: (id % 7n) + 100n,
    quantity: (small % 9) + 1,
    shipDate: new Date(Date.UTC(2026, small % 12, (small % 28) + 1, small % 24)).toISOString(),
    complete: small % 3 === 0,
    state,
  });
}

/** Returns provided and customers' orders by ascending id. */
export function initialOrders(provided: Ids, customers: Ids): InitialOrders {
  const orders = [
    ...[...provided.pending, ...customers.pending].map((id) => createOrder(id, "pending")),
    ...[...provided.shipped, ...customers.shipped].map((id) => createOrder(id, "shipped")),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...provided, orders };
}

// In these sets, each provided id has a neighbour that a careless comparison confuses with it.

const range = (from: bigint, count: number): bigint[] =>
  Array.from({ length: count }, (_, i) => from + BigInt(i));
const P53 = 2n ** 53n;
const P32 = 2n ** 32n;

/**
 * A small id; one that equals it in 32 bits; and two beyond 2^53 that a double rounds to customers'
 * orders, the first pending, the second shipped. Customers own 1 to 20, so that `1.5`, `1e1`,
 * `0x11` and `12abc` can be read as somebody's order.
 */
export const mixed = (): InitialOrders =>
  initialOrders(
    { pending: [23n, P32 + 23n, P53 + 1n, P53 + 3n], shipped: [31n] },
    {
      pending: [...range(1n, 17), 24n, 27n, 29n, P32 + 24n, P53, P53 + 2n, P53 + 1000n],
      shipped: [18n, 19n, 20n, 30n, 33n, P32 + 22n, P53 + 4n, P53 + 1001n],
    },
  );

/** Small ids without a customer's order beside them: rounding `52.5` either way does no harm. */
export const small = (): InitialOrders =>
  initialOrders(
    { pending: [52n, 55n, 58n, 61n], shipped: [53n] },
    { pending: range(1n, 30), shipped: range(40n, 8) },
  );

/**
 * Ids of three digits: what their digits mean in other notations, such as 52 or 5230 for 523, is
 * free. Customers' ids are far away.
 */
export const roomy = (): InitialOrders =>
  initialOrders(
    { pending: [523n, 557n, 641n, 683n], shipped: [601n] },
    { pending: range(700_000n, 20), shipped: range(800_000n, 10) },
  );

/**
 * Adds customers' orders with all ids that a service could confuse with the provided ones, and with
 * ids that people choose.
 */
export const crowded = (initial: () => InitialOrders) => (): InitialOrders => {
  const { pending, shipped, orders } = initial();
  const taken = new Set(orders.map(({ id }) => id));
  const added = new Set(
    [...EDGES, ...[...pending, ...shipped].flatMap(alike)].filter((id) => !taken.has(id)),
  );
  return {
    pending,
    shipped,
    orders: [...orders, ...[...added].map((id) => createOrder(id, "pending"))],
  };
};

/** Limits of number types, and what short words spell in hexadecimal. */
const EDGES = [
  ...[0n, 2n ** 31n, P32, P53].flatMap((edge) => [edge - 1n, edge, edge + 1n]),
  ...[-(2n ** 31n), P53 + 2n],
  ...[INT64_MAX, INT64_MAX - 1n, INT64_MIN, INT64_MIN + 1n],
  ...[0xabcn, 0xan, 0xcafen],
];

/** Returns ids that differ little from this one, or only in notation. */
function alike(id: bigint): bigint[] {
  const digits = String(id);
  const hex = id.toString(16);
  const parts = [...digits].flatMap((_, at) => [
    digits.slice(0, at + 1),
    digits.slice(at),
    digits.slice(at, at + 1),
  ]);
  const joined = [`${digits}0`, `${digits}5`, `20${digits}`, `${digits}20`, digits + digits];
  const octal = /^0[0-7]+/.exec(`0${digits}`)?.[0] ?? "0";
  const hexParts = hex.match(/\d+/g) ?? [];
  const read = [...parts, ...joined, ...hexParts, `0o${octal.slice(1) || "0"}`, `0x${digits}`];
  const ids = [
    ...read.map(BigInt),
    ...[-id, id - 1n, id + 1n, BigInt(Number(id)), BigInt.asIntN(32, id), BigInt.asUintN(32, id)],
  ];
  return ids.filter((other) => isInt64(other));
}

/** Ids beyond int32: none is small, and no two have the same lower 32 bits. */
export const beyondInt32 = (): InitialOrders =>
  initialOrders(
    { pending: [P32 + 1n, P32 * 3n + 7n, P32 * 9n + 12n, 2n ** 31n], shipped: [P32 * 5n + 40n] },
    { pending: range(P32 * 7n + 100n, 12), shipped: range(P32 * 2n + 300n, 5) },
  );

/** Adjacent ids beyond 2^53: rounding one gives another provided id. */
export const adjacentBeyondDouble = (): InitialOrders =>
  initialOrders(
    { pending: [P53, P53 + 1n, P53 + 5n, P53 + 4n], shipped: [P53 + 9n] },
    { pending: range(P53 + 1000n, 8), shipped: range(P53 + 2000n, 4) },
  );

/** Ids far beyond 2^53: all provided ones, even the shipped order's, are the same double. */
export const equalAsDouble = (): InitialOrders =>
  initialOrders(
    { pending: [80n, 79n, 78n, 77n].map((id) => 2n ** 60n + id), shipped: [2n ** 60n + 81n] },
    { pending: [61n, 62n], shipped: [63n] },
  );

/** Ids beyond 2^53: no id is a double, and no rounded id is an order. */
export const isolatedBeyondDouble = (): InitialOrders =>
  initialOrders(
    {
      pending: [P53 + 1n, P53 + 2001n, 2n ** 60n + 77n, 2n ** 62n + 333n],
      shipped: [2n ** 61n + 55n],
    },
    { pending: range(1n, 12), shipped: range(40n, 5) },
  );

/** Limits of int64, zero and negative ids. */
export const limits = (): InitialOrders =>
  initialOrders(
    { pending: [INT64_MAX, INT64_MIN, 0n, -5n], shipped: [INT64_MAX - 1n] },
    { pending: [1n, -1n, INT64_MIN + 1n, P53 - 1n, P53], shipped: [2n, -2n, INT64_MAX - 2n] },
  );

/** There are no customers' orders. */
export const onlyProvided = (): InitialOrders =>
  initialOrders(
    { pending: [23n, P32 + 23n, P53 + 1n, P53 + 3n], shipped: [31n] },
    { pending: [], shipped: [] },
  );

/** Customers have `size` orders, of which every third has shipped. */
export const many = (size: number) => (): InitialOrders => {
  const customers = range(1000n, size);
  return initialOrders(
    { pending: [23n, 5003n * 10n ** 6n, P53 + 1n, P53 + 3n], shipped: [31n] },
    {
      pending: customers.filter((id) => id % 3n !== 0n),
      shipped: customers.filter((id) => id % 3n === 0n),
    },
  );
};

/** Provides more ids than a run needs. */
export const moreThanNeeded = (): InitialOrders =>
  initialOrders(
    {
      pending: [23n, 24n, 25n, P32 + 23n, P32 + 24n, P53 + 1n, P53 + 2n, P53 + 3n, INT64_MAX],
      shipped: [31n, P53 + 5n],
    },
    { pending: range(1n, 20), shipped: range(60n, 10) },
  );
