import type { OrderInState } from "../../fixtures/index.ts";
import { type Json, stringifyJson } from "../../spec/json/json.ts";

/** The simplest model of the store: an array of orders, whose list is made from scratch. */
export class StoreModel {
  readonly rows: { order: OrderInState["order"]; state: string; lists: number }[];
  readonly cancelledInList: string;
  constructor(orders: readonly OrderInState[], cancelledInList: string) {
    this.rows = orders.map((one) => ({ ...one, lists: 0 }));
    this.cancelledInList = cancelledInList;
  }
  cancel(id: bigint): string {
    const row = this.rows.find(({ order }) => order.id === id);
    if (row === undefined) return "unknown";
    if (row.state !== "pending") return row.state === "shipped" ? "shipped" : "cancelled-before";
    row.state = "cancelled";
    return "cancelled";
  }
  put(order: OrderInState["order"], state: string): void {
    const row = { order, state, lists: 0 };
    const at = this.rows.findIndex((one) => one.order.id! >= order.id!);
    if (at < 0) this.rows.push(row);
    else this.rows.splice(at, this.rows[at]!.order.id === order.id ? 1 : 0, row);
  }
  list(): string {
    const grace = { vanishes: 0, later: 1, stays: Number.POSITIVE_INFINITY }[this.cancelledInList]!;
    const shown = this.rows.filter(({ state, lists }) => state !== "cancelled" || lists < grace);
    for (const row of this.rows) if (row.state === "cancelled") row.lists++;
    return stringifyJson(shown.map(({ order }) => order as Json));
  }
}
