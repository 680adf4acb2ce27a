/**
 * The list with which we compare the next one: the list after one act is the list before the next
 * act (compare.ts).
 */
import type { OrderList } from "../../assertions/order-list.ts";

export class Baseline {
  /** Fields that changed although nothing was sent: they prove nothing. */
  readonly moving = new Set<string>();
  /** Undefined if the last list could not be read. */
  list: OrderList | undefined;

  set(list: OrderList | undefined): OrderList | undefined {
    this.list = list;
    return list;
  }
}
