/**
 * The orders of a stack, in memory. Every method takes a turn of the event loop, like a database's
 * round trip.
 */
import { setImmediate as roundTrip } from "node:timers/promises";
import type { Order } from "../orders.ts";

/** A number in programs that keep ids as numbers, which lose digits beyond 2^53. */
export type OrderId = bigint | number;

type StoredOrder = Omit<Order, "id" | "petId"> & { readonly id: OrderId; readonly petId: OrderId };

export class OrderStore {
  #orders: readonly StoredOrder[];

  constructor(orders: readonly StoredOrder[]) {
    this.#orders = orders;
  }

  /** Returns all orders that are not cancelled. */
  async list(): Promise<readonly StoredOrder[]> {
    await roundTrip();
    return this.#orders.filter(({ state }) => state !== "cancelled");
  }

  async find(id: OrderId): Promise<StoredOrder | undefined> {
    await roundTrip();
    return this.#orders.find((order) => order.id === id);
  }

  /** `UPDATE orders SET state = 'cancelled' WHERE id = …`, whatever the state is by now. */
  async cancel(id: OrderId): Promise<boolean> {
    await roundTrip();
    return this.#setCancelled((order) => order.id === id);
  }

  /**
   * `UPDATE orders SET state = 'cancelled' WHERE id = … AND state = 'pending'`; returns false if
   * that changed no row.
   */
  async cancelPending(id: OrderId): Promise<boolean> {
    await roundTrip();
    return this.#setCancelled((order) => order.id === id && order.state === "pending");
  }

  #setCancelled(isMeant: (order: StoredOrder) => boolean): boolean {
    const at = this.#orders.findIndex(isMeant);
    const order = this.#orders[at];
    if (order === undefined) return false;
    this.#orders = this.#orders.with(at, { ...order, state: "cancelled" });
    return true;
  }
}
