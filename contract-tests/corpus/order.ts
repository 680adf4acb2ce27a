/** The orders of a corpus deployment: as naive as can be, so that they share nothing with the mock that they test the gate of. */

export type State = "pending" | "shipped" | "cancelled";

export interface Order {
  readonly id: bigint;
  petId: bigint;
  quantity: number;
  shipDate: string;
  complete: boolean;
  state: State;
}

/** What a deployment starts with. Orders that are not handed over belong to customers. */
export interface Seed {
  /** Handed over to the gate: pending orders that nobody else touches. */
  readonly pending: readonly bigint[];
  /** Handed over: orders that have shipped. */
  readonly shipped: readonly bigint[];
  readonly orders: Order[];
}

/** An order whose fields follow from its id, and give its state away to nobody. */
export function order(id: bigint, state: State): Order {
  const small = Number(BigInt.asUintN(16, id));
  return {
    id,
    petId: (id % 7n) + 100n,
    quantity: (small % 9) + 1,
    shipDate: new Date(Date.UTC(2026, small % 12, (small % 28) + 1, small % 24)).toISOString(),
    complete: small % 3 === 0,
    state,
  };
}

/** A store with the ids handed over and customers' orders around them, by ascending id. */
export function seed(
  handed: { readonly pending: readonly bigint[]; readonly shipped: readonly bigint[] },
  customers: { readonly pending: readonly bigint[]; readonly shipped: readonly bigint[] },
): Seed {
  const orders = [
    ...[...handed.pending, ...customers.pending].map((id) => order(id, "pending")),
    ...[...handed.shipped, ...customers.shipped].map((id) => order(id, "shipped")),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { pending: handed.pending, shipped: handed.shipped, orders };
}
