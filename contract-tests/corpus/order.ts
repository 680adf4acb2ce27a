/** The orders of a corpus deployment. They share no code with the mock: both are tested by the same gate. */

export type OrderState = "pending" | "shipped" | "cancelled";

export interface Order {
  readonly id: bigint;
  petId: bigint;
  quantity: number;
  shipDate: string;
  complete: boolean;
  state: OrderState;
}

/** The orders that a deployment starts with. Those that are not provided to the gate belong to customers. */
export interface InitialOrders {
  /** Provided: pending orders that nobody else changes. */
  readonly pending: readonly bigint[];
  /** Provided: shipped orders. */
  readonly shipped: readonly bigint[];
  readonly orders: Order[];
}

type Ids = Omit<InitialOrders, "orders">;

export const isProvided = ({ pending, shipped }: Ids, id: bigint): boolean =>
  pending.includes(id) || shipped.includes(id);

/** An order whose fields follow from its id and do not depend on its state. */
export function createOrder(id: bigint, state: OrderState): Order {
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

/** The orders that are provided and those of customers, by ascending id. */
export function initialOrders(provided: Ids, customers: Ids): InitialOrders {
  const orders = [
    ...[...provided.pending, ...customers.pending].map((id) => createOrder(id, "pending")),
    ...[...provided.shipped, ...customers.shipped].map((id) => createOrder(id, "shipped")),
  ].sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...provided, orders };
}
